import type { SpokenWords } from '../language.ts';

/** Words and grammar with which Norwegian texts are read aloud. */
export const norwegianSpoken: SpokenWords = {
  addresses: { at: 'krøllalfa', dot: 'punktum', slash: 'skråstrek', dash: 'bindestrek', underscore: 'understrek' },
  nameWords: '(?:von|af|de) ',
  abbreviations: [
    [
      'any',
      `f._eks. for eksempel, bl._a. blant annet, d._v._s. det vil si, dvs. det vil si, o._s._v. og så videre,
      osv. og så videre, m._m. med mer, m._fl. med flere, m._v. med videre, p._g._a. på grunn av, pga. på grunn av,
      mht. med hensyn til, f._Kr. før Kristus, e._Kr. etter Kristus, mtp. med tanke på`,
    ],
    [
      'address',
      'hr. herr, dr. doktor, prof. professor, Hr. Herr, fr. fru, Fr. Fru, frk. frøken, Frk. Frøken, kapt. kaptein',
    ],
    ['title', 'Dr. doktor, Prof. professor, St. Sankt'],
    ['number', 'nr. nummer, s. side, kap. kapittel, fig. figur, kl. klokken, bd. bind, stk. stykk'],
    [
      'after',
      `jan. januar, feb. februar, apr. april, aug. august, sept. september, okt. oktober, nov. november,
      des. desember`,
    ],
    ['any', 'ca. cirka, jf. jamfør, jfr. jamfør, etc. et cetera, inkl. inklusive, ekskl. eksklusive, hhv. henholdsvis'],
  ],
  acronyms: 'USA EU FN NATO BBC NRK TV NSB',
  units: `
    km|m|kilometer
    m|m|meter
    cm|m|centimeter
    mm|m|millimeter
    mil|f|mil
    kg|n|kilo
    g|n|gram
    mg|n|milligram
    l|m|liter
    ml|m|milliliter
    km/t km/h|m|kilometer i timen
    m²|m|kvadratmeter
    km²|m|kvadratkilometer
    °C|m|grad celsius|grader celsius
    °|m|grad|grader
    %|m|prosent
    teskje teskjeer|m|teskje|teskjeer
    spiseskje spiseskjeer|m|spiseskje|spiseskjeer
    time timer|m|time|timer
    år|n|år`,
  currencies: `
    kr kr. NOK|m|krone|kroner|n|øre|øre
    € EUR|m|euro|euro|m|cent|cent
    $ US$ USD|m|dollar|dollar|m|cent|cent
    £ GBP|n|pund|pund|m|penny|pence`,
  scales: `
    mill. millioner million|m|million|millioner
    mrd. mrd milliarder milliard|m|milliard|milliarder`,
  symbols: `& og, % prosent, § paragraf, ° grader, © copyright, + pluss, = er lik, @ krøllalfa, € euro, $ dollar, £ pund`,
  grammar: {
    marks: { decimal: ',', group: ' ' },
    cardinals: {
      masculine: 'cardinal-masculine',
      feminine: 'cardinal-feminine',
      neuter: 'cardinal-neuter',
      counting: 'cardinal-masculine',
    },
    words: { point: 'komma', to: 'til', minus: 'minus', plus: 'pluss', about: 'cirka' },
    moneyFirst: 'kr\\.?',
    fractions: {
      half: 'en halv|en halv|et halvt',
      andHalf: 'og en halv|og en halv|og et halvt',
      oneAndHalf: 'halvannen|halvannen|halvannet',
      others: '1/4 en kvart, 3/4 tre kvart, 1/3 en tredjedels, 2/3 to tredjedels',
    },
    money: '{major} og {minor}',
    ordinals: {
      small: `første andre tredje fjerde femte sjette sjuende åttende niende tiende ellevte tolvte trettende fjortende femtende
        sekstende syttende attende nittende tjuende trettiende førtiende femtiende sekstiende syttiende åttiende nittiende`,
      compound: '{T}{u}',
      above: ' og ',
    },
    ordinalNouns: 'kapittel -, århundre -, bind -, verdenskrig -, del -',
    dottedOrdinals: true,
    ranks: {
      labels:
        'kapittel|del|bok|bind|akt|scene|side|sidene|nummer|artikkel|figur|tabell|rom|vers|type|fase|salme|vedlegg|nr\\.|kap\\.|s\\.',
      rulers: {
        '-': `Harald Olav Haakon Håkon Magnus Sverre Christian Kristian Frederik Fredrik Erik Karl Carl Gustav Johan Ludvig Henrik
          Filip Vilhelm Nikolai Aleksander Peter Paul Pius Leo Gregor Benedikt Clemens Napoleon Georg Edvard Jakob Richard Frans
          Josef Ivan Otto Leopold Elizabeth Elisabeth Katarina Maria Margrethe`,
      },
      article: 'den ',
    },
    dates: {
      months: 'januar februar mars april mai juni juli august september oktober november desember',
      joint: '\\.\\s',
      spoken: '{d} {m}',
      day: '',
    },
    years: { hundred: ' hundre', rest: ' og ', joined: 'tall' },
    times: {
      before: 'kl|kl\\.|klokken|klokka|fra|til|etter|før',
      marks: ':.',
      spoken: '{h} {m}',
      full: '{h}',
      hasZero: true,
      gender: 'neuter',
      one: 'ett',
    },
  },
};
