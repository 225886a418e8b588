import type { SpokenWords } from '../language.ts';
import { germanGrammar } from './german-grammar.ts';

/** Words with which German texts are read aloud. */
export const germanSpoken: SpokenWords = {
  addresses: { at: 'at', dot: 'Punkt', slash: 'Schrägstrich', dash: 'Strich', underscore: 'Unterstrich' },
  abbreviations: [
    [
      'any',
      `Dr._med. Doktor, Dr._phil. Doktor, Dr._jur. Doktor, Dr._rer._nat. Doktor, Dr._h._c. Doktor,
      z._B. zum Beispiel, z._T. zum Teil, z._Z. zurzeit, z._Zt. zurzeit, d._h. das heißt, d._i. das ist,
      u._a. unter anderem, u._Ä. und Ähnliches, u._ä. und ähnliche, o._Ä. oder Ähnliches, o._ä. oder ähnliche,
      u._U. unter Umständen, u._v._a. und viele andere, u._v._m. und vieles mehr, i._d._R. in der Regel,
      i._A. im Auftrag, i._R. im Ruhestand, s._o. siehe oben, s._u. siehe unten, m._E. meines Erachtens,
      a._D. außer Dienst, v._Chr. vor Christus, n._Chr. nach Christus, v._a. vor allem, p._S. PS, P._S. PS,
      N._N. NN, G._m._b._H. GmbH, e._V. eingetragener Verein`,
    ],
    ['number', 'geb. geboren'],
    ['title', 'Dr. Doktor, Prof. Professor, Hr. Herr, Hrn. Herrn, Frl. Fräulein, St. Sankt'],
    [
      'name',
      `Dres. Doktoren, Fr. Frau, Ing. Ingenieur, Hptm. Hauptmann, Lt. Leutnant, Gen. General, geb. geborene,
      hl. heilige, Hl. Heilige`,
    ],
    [
      'number',
      `Nr. Nummer, Nrn. Nummern, S. Seite, Abs. Absatz, Art. Artikel, Tab. Tabelle, gest. gestorben,
      gegr. gegründet, Mo. Montag, Jan. Januar, Feb. Februar, Febr. Februar, Apr. April, Aug. August,
      Sept. September, Okt. Oktober, Nov. November, Dez. Dezember`,
    ],
    [
      'after',
      `ff. folgende, f. folgende, Mio. Millionen, Mrd. Milliarden, Jan. Januar, Feb. Februar, Febr. Februar,
      Apr. April, Aug. August, Sept. September, Sep. September, Okt. Oktober, Nov. November, Dez. Dezember`,
    ],
    [
      'lower',
      `bes. besonders, kath. katholisch, ev. evangelisch, dt. deutsch, engl. englisch, frz. französisch,
      lat. lateinisch, griech. griechisch`,
    ],
    [
      'any',
      `Dipl.-Ing. Diplomingenieur, Bd. Band, Bde. Bände, Kap. Kapitel, Abb. Abbildung, Anm. Anmerkung,
      Aufl. Auflage, Hrsg. Herausgeber, hrsg. herausgegeben, Jh. Jahrhundert, Jhs. Jahrhunderts, Jhd. Jahrhundert,
      Tel. Telefon, Str. Straße, usw. und so weiter, usf. und so fort, etc. et cetera, bzw. beziehungsweise,
      evtl. eventuell, ggf. gegebenenfalls, vgl. vergleiche, ca. circa, sog. sogenannte, inkl. inklusive,
      exkl. exklusive, zzgl. zuzüglich, insb. insbesondere, verh. verheiratet, jun. junior, sen. senior`,
    ],
  ],
  acronyms: 'USA US UNO EU DDR BRD UdSSR NATO GmbH AG KG PS NN LKW PKW TV BBC CIA FBI SS SA NSDAP SPD CDU',
  units: `
    km|m|Kilometer
    m|m|Meter
    cm|m|Zentimeter
    mm|m|Millimeter
    µm μm|m|Mikrometer
    kg|n|Kilogramm
    g|n|Gramm
    mg|n|Milligramm
    t|f|Tonne|Tonnen
    Ztr.|m|Zentner
    Pfd.|n|Pfund
    l L|m|Liter
    ml|m|Milliliter
    cl|m|Zentiliter
    hl|m|Hektoliter
    km/h|m|Stundenkilometer
    m/s|m|Meter pro Sekunde
    km/s|m|Kilometer pro Sekunde
    m² qm|m|Quadratmeter
    km² qkm|m|Quadratkilometer
    cm²|m|Quadratzentimeter
    m³|m|Kubikmeter
    cm³ ccm|m|Kubikzentimeter
    ha|m|Hektar
    ° º|n|Grad
    °C|n|Grad Celsius
    °F|n|Grad Fahrenheit
    %|n|Prozent
    ‰|n|Promille
    Hz|n|Hertz
    kHz|n|Kilohertz
    MHz|n|Megahertz
    GHz|n|Gigahertz
    W|n|Watt
    kW|n|Kilowatt
    kWh|f|Kilowattstunde|Kilowattstunden
    PS|f|PS
    V|n|Volt
    kB KB|n|Kilobyte
    MB|n|Megabyte
    GB|n|Gigabyte
    TB|n|Terabyte
    dB|n|Dezibel
    kcal|f|Kilokalorie|Kilokalorien
    s Sek. Sek|f|Sekunde|Sekunden
    min Min. Min|f|Minute|Minuten
    h Std. Std|f|Stunde|Stunden
    Mon.|m|Monat|Monate
    J.|n|Jahr|Jahre
    EL|m|Esslöffel
    TL|m|Teelöffel`,
  currencies: `
    € EUR Euro|m|Euro|Euro|m|Cent|Cent
    $ US$ USD|m|Dollar|Dollar|m|Cent|Cent
    £ GBP|n|Pfund|Pfund|m|Penny|Pence
    ¥|m|Yen
    CHF Fr. sFr.|m|Franken|Franken|m|Rappen|Rappen
    DM|f|D-Mark|D-Mark|m|Pfennig|Pfennig
    M Mk.|f|Mark|Mark|m|Pfennig|Pfennig
    Pf.|m|Pfennig
    Ct. ct|m|Cent`,
  scales: `
    Tsd.|n|tausend|tausend
    Mio. Mio Millionen|f|Million|Millionen
    Million|f|Million|Millionen
    Mrd. Mrd Milliarden|f|Milliarde|Milliarden
    Milliarde|f|Milliarde|Milliarden
    Bio.|f|Billion|Billionen`,
  symbols: `& und, % Prozent, ‰ Promille, § Paragraf, ° Grad, © Copyright, + plus, = gleich, ≠ ungleich, ≈ ungefähr,
    < kleiner als, > größer als, ≤ höchstens, ≥ mindestens, ± plus minus, × mal, ÷ geteilt durch, √ Wurzel aus,
    ∞ unendlich, # Raute, @ at, $ Dollar, € Euro, £ Pfund, ¥ Yen, / Schrägstrich, ² hoch zwei, ³ hoch drei`,
  whole: germanGrammar,
};
