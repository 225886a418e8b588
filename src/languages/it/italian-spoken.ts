import type { SpokenWords } from '../language.ts';
import { italianGrammar } from './italian-grammar.ts';

/** Words with which Italian texts are read aloud. */
export const italianSpoken: SpokenWords = {
  addresses: { at: 'chiocciola', dot: 'punto', slash: 'barra', dash: 'trattino', underscore: 'trattino basso' },
  abbreviations: [
    [
      'any',
      `p._es. per esempio, ad_es. ad esempio, a._C. avanti Cristo, P._S. post scriptum, N._B. nota bene,
      V._E. Vostra Eccellenza`,
    ],
    ['lower', 'S._E. Sua Eccellenza, S._M. Sua Maestà, S._A. Sua Altezza'],
    [
      'name',
      `arch. Architetto, geom. Geometra, rag. Ragionier, on. Onorevole, sen. Senatore, gen. Generale,
      col. Colonnello, Cap. Capitano, Ten. Tenente, p.za piazza, p.zza piazza, S._E. Sua Eccellenza, S._M. Sua Maestà,
      S._A. Sua Altezza, S. San, SS. Santi`,
    ],

    [
      'number',
      `pag. pagina, pagg. pagine, p. pagina, pp. pagine, cap. capitolo, capp. capitoli, art. articolo,
      artt. articoli, fig. figura, figg. figure, n. numero, nn. numeri, num. numero, v. verso, vv. versi,
      sec. secolo, gen. gennaio`,
    ],
    [
      'after',
      `ed. edizione, sec. secolo, gen. gennaio, feb. febbraio, mar. marzo, apr. aprile, giu. giugno, lug. luglio,
      ago. agosto, sett. settembre, set. settembre, ott. ottobre, nov. novembre, dic. dicembre`,
    ],
    ['lower', 'es. esempio'],
    [
      'any',
      `sig. Signor, sig.ra Signora, sig.na Signorina, sigg. Signori, dott. Dottor, dott.ssa Dottoressa, dr. Dottor,
      prof. Professor, prof.ssa Professoressa, avv. Avvocato, ing. Ingegner, mons. Monsignor, Ill.mo Illustrissimo,
      Egr. Egregio, Spett.le Spettabile, ecc. eccetera, etc. eccetera, cfr. confronta, ca. circa, vol. volume,
      voll. volumi, tel. telefono, d._C. dopo Cristo, F.lli Fratelli`,
    ],
  ],
  acronyms: 'USA US ONU UE NATO URSS BBC FBI CIA RAI FIAT SPA SRL DC PCI PSI',
  units: `
    km|m|chilometro|chilometri
    m mt|m|metro|metri
    cm|m|centimetro|centimetri
    mm|m|millimetro|millimetri
    kg|m|chilogrammo|chilogrammi
    g gr|m|grammo|grammi
    hg|m|ettogrammo|ettogrammi
    mg|m|milligrammo|milligrammi
    q|m|quintale|quintali
    t|f|tonnellata|tonnellate
    l L|m|litro|litri
    ml|m|millilitro|millilitri
    cl|m|centilitro|centilitri
    km/h|m|chilometro orario|chilometri orari
    m/s|m|metro al secondo|metri al secondo
    km/s|m|chilometro al secondo|chilometri al secondo
    m² mq|m|metro quadrato|metri quadrati
    km² kmq|m|chilometro quadrato|chilometri quadrati
    cm²|m|centimetro quadrato|centimetri quadrati
    m³ mc|m|metro cubo|metri cubi
    cm³|m|centimetro cubo|centimetri cubi
    °|m|grado|gradi
    °C|m|grado Celsius|gradi Celsius
    °F|m|grado Fahrenheit|gradi Fahrenheit
    %|m|per cento|per cento
    ‰|m|per mille|per mille
    Hz|m|hertz|hertz
    kHz|m|chilohertz|chilohertz
    MHz|m|megahertz|megahertz
    W|m|watt|watt
    kW|m|chilowatt|chilowatt
    kWh|m|chilowattora|chilowattora
    CV|m|cavallo|cavalli
    V|m|volt|volt
    KB kB|m|kilobyte|kilobyte
    MB|m|megabyte|megabyte
    GB|m|gigabyte|gigabyte
    dB|m|decibel|decibel
    kcal|f|chilocaloria|chilocalorie
    s sec.|m|secondo|secondi
    min min.|m|minuto|minuti
    h|f|ora|ore
    tazza tazze|f|tazza|tazze
    cucchiaio cucchiai|m|cucchiaio|cucchiai
    cucchiaino cucchiaini|m|cucchiaino|cucchiaini
    bicchiere bicchieri|m|bicchiere|bicchieri
    ora ore|f|ora|ore
    anno anni|m|anno|anni
    chilo chili|m|chilo|chili`,
  currencies: `
    € EUR|m|euro|euro|m|centesimo|centesimi
    $ US$ USD|m|dollaro|dollari|m|centesimo|centesimi
    £ GBP|f|sterlina|sterline|m|penny|pence
    ¥|m|yen|yen
    L. Lit.|f|lira|lire`,
  scales: `
    mila|m|mila|mila
    milione milioni mln|m|milione|milioni
    miliardo miliardi mld|m|miliardo|miliardi`,
  symbols: `& e, % per cento, ‰ per mille, § paragrafo, ° gradi, © copyright, + più, = uguale a, ≠ diverso da, ≈ circa,
    < minore di, > maggiore di, ≤ al massimo, ≥ almeno, ± più o meno, × per, ÷ diviso, √ radice quadrata di,
    ∞ infinito, # cancelletto, @ chiocciola, $ dollaro, € euro, £ sterlina, ¥ yen, / barra, ² al quadrato,
    ³ al cubo`,
  whole: italianGrammar,
};
