import type { SpokenWords } from '../language.ts';

/** Words and grammar with which Dutch texts are read aloud. Numbers have one form, so that all are read. */
export const dutchSpoken: SpokenWords = {
  addresses: { at: 'at', dot: 'punt', slash: 'slash', dash: 'streepje', underscore: 'laag streepje' },
  nameWords: '(?:van|de|den|der|ter|ten|te) ',
  abbreviations: [
    [
      'any',
      `d.w.z. dat wil zeggen, d._w._z. dat wil zeggen, o.a. onder andere, m.a.w. met andere woorden,
      i.p.v. in plaats van, i.v.m. in verband met, t.o.v. ten opzichte van, t.a.v. ter attentie van, m.b.t. met betrekking tot,
      a.u.b. alstublieft, v._Chr. voor Christus, n._Chr. na Christus, e.d. en dergelijke, e.a. en anderen, t/m tot en met, z.o.z. zie ommezijde`,
    ],
    [
      'address',
      'dhr. de heer, mr. meester, ds. dominee, dr. doctor, prof. professor, ir. ingenieur, drs. doctorandus, mgr. monseigneur',
    ],
    ['address', 'Dhr. De heer, Mr. meester'],
    ['title', 'Mevr. mevrouw, Dr. doctor, Prof. professor, St. Sint'],
    [
      'number',
      `nr. nummer, nrs. nummers, blz. bladzijde, p. pagina, pp. pagina’s, hfst. hoofdstuk, art. artikel,
      afb. afbeelding, fig. figuur, dl. deel, jan. januari, feb. februari, mrt. maart, apr. april, jun. juni, jul. juli,
      aug. augustus, sept. september, okt. oktober, nov. november, dec. december`,
    ],
    [
      'after',
      `jan. januari, feb. februari, mrt. maart, apr. april, jun. juni, jul. juli, aug. augustus, sept. september,
      okt. oktober, nov. november, dec. december`,
    ],
    [
      'any',
      `bijv. bijvoorbeeld, bv. bijvoorbeeld, enz. enzovoort, etc. et cetera, ca. circa, vgl. vergelijk,
      resp. respectievelijk, jl. jongstleden, evt. eventueel, incl. inclusief, excl. exclusief, zgn. zogenaamd, mevr. mevrouw`,
    ],
  ],
  acronyms: 'VS USA EU VN NAVO BBC KLM NS TV',
  units: `
    km|m|kilometer
    m|m|meter
    min min.|f|minuut|minuten
    tl|m|theelepel|theelepels
    el|m|eetlepel|eetlepels
    cm|m|centimeter
    mm|m|millimeter
    kg|n|kilo
    g|n|gram
    mg|n|milligram
    l|m|liter
    ml|m|milliliter
    ha|m|hectare
    km/u km/h|m|kilometer per uur
    m²|m|vierkante meter
    km²|m|vierkante kilometer
    °C|m|graad Celsius|graden Celsius
    °|m|graad|graden
    %|n|procent
    theelepel theelepels|m|theelepel|theelepels
    eetlepel eetlepels|m|eetlepel|eetlepels
    uur uren|n|uur
    jaar jaren|n|jaar`,
  currencies: `
    € EUR|m|euro|euro|m|cent|cent
    $ US$ USD|m|dollar|dollar|m|cent|cent
    £ GBP|n|pond|pond|m|penny|pence
    ƒ|m|gulden|gulden|m|cent|cent`,
  scales: `
    mln. mln miljoen|n|miljoen|miljoen
    mld. mld miljard|n|miljard|miljard`,
  symbols: `& en, % procent, § paragraaf, ° graden, © copyright, + plus, = is, @ at, € euro, $ dollar, £ pond`,
  grammar: {
    marks: { decimal: ',', group: '. ' },
    cardinals: { masculine: 'cardinal', feminine: 'cardinal', neuter: 'cardinal', counting: 'cardinal' },
    mended: '^een$ één',
    words: { point: 'komma', to: 'tot', minus: 'min', plus: 'plus', about: 'ongeveer' },
    fractions: {
      half: 'een halve|een halve|een half',
      andHalf: 'en een halve|en een halve|en een half',
      oneAndHalf: 'anderhalve|anderhalve|anderhalf',
      others: '1/4 een kwart, 3/4 driekwart, 1/3 een derde, 2/3 twee derde',
    },
    money: '{major} {cents}',
    ordinals: {
      small: `eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende
        vijftiende zestiende zeventiende achttiende negentiende twintigste dertigste veertigste vijftigste zestigste
        zeventigste tachtigste negentigste`,
      compound: '{N}ste',
      above: '',
      hundreds: 'honderdste',
      thousands: 'duizendste',
    },
    ordinalMarks: { '[ᵉe]': '-', de: '-', ste: '-' },
    ordinalNouns: 'eeuw -, hoofdstuk -, deel -, bedrijf -, boek -',
    ranks: {
      labels: `hoofdstuk|deel|boek|band|akte|bedrijf|scène|tafereel|pagina|bladzijde|nummer|artikel|paragraaf|figuur|
        kamer|vers|type|fase|psalm|bijlage|nr\\.|blz\\.`,
      rulers: {
        '-': `Willem Lodewijk Karel Filips Frederik Hendrik Jan Johannes Paulus Pius Leo Gregorius Benedictus Clemens
          Innocentius Napoleon Leopold Albert Boudewijn Nicolaas Alexander Peter Jacobus George Edward Richard Gustaaf
          Christiaan Ferdinand Maximiliaan Rudolf Otto Jozef Frans Floris Dirk Elisabeth Catharina Maria Philips Maurits`,
      },
      article: 'de ',
      hasCapital: true,
    },
    dates: {
      months: 'januari februari maart april mei juni juli augustus september oktober november december',
      joint: '\\s',
      spoken: '{d} {m}',
    },
    years: { hundred: 'honderd' },
    times: {
      before: 'om|tegen|rond|vanaf|tot|van|sinds|omstreeks',
      marks: ':.',
      after: 'uur',
      spoken: '{h} uur {m}',
      full: '{h} uur',
    },
  },
};
