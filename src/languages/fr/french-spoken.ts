import type { SpokenWords } from '../language.ts';
import { frenchGrammar } from './french-grammar.ts';

/** Words with which French texts are read aloud. */
export const frenchSpoken: SpokenWords = {
  addresses: { at: 'arobase', dot: 'point', slash: 'barre oblique', dash: 'tiret', underscore: 'tiret bas' },
  abbreviations: [
    [
      'any',
      `p._ex. par exemple, av._J.-C. avant Jésus-Christ, apr._J.-C. après Jésus-Christ,
      ap._J.-C. après Jésus-Christ, s._d. sans date, s._l. sans lieu, P._S. post-scriptum, N._B. nota bene,
      S._V._P. s'il vous plaît, S._A._R. Son Altesse Royale`,
    ],
    [
      'title',
      `Mr. Monsieur, Mrs. Mistress,
      Dr. Docteur, Drs. Docteurs, Pr. Professeur, Prof. Professeur, Mgr. Monseigneur, St. Saint, Ste. Sainte,
      Sté. Société`,
    ],
    [
      'address',
      `M. Monsieur, MM. Messieurs, Mme. Madame, Mme Madame, Mmes. Mesdames, Mmes Mesdames, Mlle. Mademoiselle,
      Mlle Mademoiselle, Mlles. Mesdemoiselles, Mlles Mesdemoiselles`,
    ],
    [
      'name',
      `Cap. Capitaine, Col. Colonel, Gén. Général, Lt. Lieutenant, Sgt. Sergent,
      bd. boulevard, av. avenue, S._M. Sa Majesté, S._E. Son Excellence, R._P. Révérend Père`,
    ],
    [
      'number',
      `p. page, pp. pages, t. tome, vol. volume, chap. chapitre, ch. chapitre, fig. figure, art. article,
      al. alinéa, paragr. paragraphe, v. vers, l. ligne, sc. scène, niv. niveau, n. note, no. numéro, nos. numéros, max. maximum,
      min. minimum, janv. janvier, févr. février, avr. avril, juil. juillet, sept. septembre, oct. octobre,
      nov. novembre, déc. décembre`,
    ],
    [
      'after',
      `janv. janvier, févr. février, avr. avril, juil. juillet, sept. septembre, oct. octobre, nov. novembre,
      déc. décembre`,
    ],
    [
      'any',
      `Cie. Compagnie, c.-à-d. c'est-à-dire, etc. et cetera, cf. confer, env. environ, J.-C. Jésus-Christ,
      éd. édition, trad. traduction, tél. téléphone, boul. boulevard, ibid. ibidem, id. idem, hab. habitants,
      P.-S. post-scriptum, Voy. Voyez, suiv. suivantes`,
    ],
  ],
  nameWords: String.raw`(?:de|du|des|la|le|les|van|von|et)\s|[dl]['’]`,
  acronyms: 'USA US URSS ONU UE OTAN SNCF BBC FBI CIA RATP TGV PDG RDA RFA SA SS',
  units: `
    km|m|kilomètre|kilomètres
    m|m|mètre|mètres
    cm|m|centimètre|centimètres
    mm|m|millimètre|millimètres
    kg|m|kilogramme|kilogrammes
    g|m|gramme|grammes
    mg|m|milligramme|milligrammes
    t|f|tonne|tonnes
    l L|m|litre|litres
    ml mL|m|millilitre|millilitres
    cl|m|centilitre|centilitres
    hl|m|hectolitre|hectolitres
    km/h|m|kilomètre à l'heure|kilomètres à l'heure
    m/s|m|mètre par seconde|mètres par seconde
    km/s|m|kilomètre par seconde|kilomètres par seconde
    m²|m|mètre carré|mètres carrés
    km²|m|kilomètre carré|kilomètres carrés
    cm²|m|centimètre carré|centimètres carrés
    m³|m|mètre cube|mètres cubes
    cm³|m|centimètre cube|centimètres cubes
    ha|m|hectare|hectares
    ° º|m|degré|degrés
    °C|m|degré Celsius|degrés Celsius
    °F|m|degré Fahrenheit|degrés Fahrenheit
    %|m|pour cent|pour cent
    ‰|m|pour mille|pour mille
    Hz|m|hertz|hertz
    kHz|m|kilohertz|kilohertz
    MHz|m|mégahertz|mégahertz
    GHz|m|gigahertz|gigahertz
    W|m|watt|watts
    kW|m|kilowatt|kilowatts
    kWh|m|kilowattheure|kilowattheures
    ch|m|cheval|chevaux
    V|m|volt|volts
    ko|m|kilooctet|kilooctets
    Mo|m|mégaoctet|mégaoctets
    Go|m|gigaoctet|gigaoctets
    dB|m|décibel|décibels
    kcal|f|kilocalorie|kilocalories
    s sec.|f|seconde|secondes
    min min. mn|f|minute|minutes
    tasse tasses|f|tasse|tasses
    cuillère cuillères|f|cuillère|cuillères
    verre verres|m|verre|verres
    heure heures|f|heure|heures
    an ans|m|an|ans
    kilo kilos|m|kilo|kilos
    lieue lieues|f|lieue|lieues`,
  currencies: `
    € EUR|m|euro|euros|m|centime|centimes
    $ US$ USD|m|dollar|dollars|m|cent|cents
    £ GBP|f|livre|livres|m|penny|pence
    ¥|m|yen|yens
    F FF|m|franc|francs|m|centime|centimes
    CHF|m|franc suisse|francs suisses|m|centime|centimes`,
  scales: `
    million millions|m|million|millions
    milliard milliards|m|milliard|milliards
    Md Mds|m|milliard|milliards`,
  priceScales: `
    M|m|million|millions`,
  symbols: `& et, % pour cent, ‰ pour mille, § paragraphe, ° degrés, © copyright, + plus, = égale, ≠ différent de,
    ≈ environ, < inférieur à, > supérieur à, ≤ au plus, ≥ au moins, ± plus ou moins, × fois, ÷ divisé par,
    √ racine carrée de, ∞ infini, # dièse, @ arobase, $ dollar, € euro, £ livre, ¥ yen, / barre oblique,
    ² au carré, ³ au cube`,
  whole: frenchGrammar,
};
