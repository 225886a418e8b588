import type { SpokenWords } from '../language.ts';

/** Words and grammar with which Danish texts are read aloud. */
export const danishSpoken: SpokenWords = {
  addresses: { at: 'snabel-a', dot: 'punktum', slash: 'skråstreg', dash: 'bindestreg', underscore: 'understreg' },
  nameWords: '(?:von|af|de) ',
  abbreviations: [
    [
      'any',
      `f._eks. for eksempel, bl._a. blandt andet, d._v._s. det vil sige, dvs. det vil sige, o._s._v. og så videre,
      osv. og så videre, m._m. med mere, m._fl. med flere, m._v. med videre, p._g._a. på grund af, pga. på grund af,
      mht. med hensyn til, ifm. i forbindelse med, f._Kr. før Kristus, e._Kr. efter Kristus, fhv. forhenværende`,
    ],
    [
      'address',
      'hr. herr, dr. doktor, prof. professor, Hr. Herr, fr. fru, Fr. Fru, frk. frøken, Frk. Frøken, kapt. kaptajn',
    ],
    ['title', 'Dr. doktor, Prof. professor, Skt. Sankt, Sct. Sankt'],
    ['number', 'nr. nummer, s. side, kap. kapitel, fig. figur, kl. klokken, bd. bind, stk. styk, § paragraf'],
    [
      'after',
      `jan. januar, feb. februar, apr. april, aug. august, sept. september, okt. oktober, nov. november,
      dec. december`,
    ],
    [
      'any',
      'ca. cirka, jf. jævnfør, jvf. jævnfør, etc. et cetera, inkl. inklusive, ekskl. eksklusive, hhv. henholdsvis',
    ],
  ],
  acronyms: 'USA EU FN NATO BBC DR TV DSB',
  units: `
    km|m|kilometer
    m|m|meter
    cm|m|centimeter
    mm|m|millimeter
    kg|n|kilo
    g|n|gram
    mg|n|milligram
    l|m|liter
    ml|m|milliliter
    ha|m|hektar
    km/t km/h|m|kilometer i timen
    m²|m|kvadratmeter
    km²|m|kvadratkilometer
    °C|m|grad celsius|grader celsius
    °|m|grad|grader
    %|m|procent
    teske teskeer|m|teske|teskeer
    spiseske spiseskeer|m|spiseske|spiseskeer
    time timer|m|time|timer
    år|n|år`,
  currencies: `
    kr. kr DKK|m|krone|kroner|m|øre|øre
    € EUR|m|euro|euro|m|cent|cent
    $ US$ USD|m|dollar|dollar|m|cent|cent
    £ GBP|n|pund|pund|m|penny|pence`,
  scales: `
    mio. mio millioner million|m|million|millioner
    mia. mia milliarder milliard|m|milliard|milliarder`,
  symbols: `& og, % procent, § paragraf, ° grader, © copyright, + plus, = lig med, @ snabel-a, € euro, $ dollar, £ pund`,
  grammar: {
    marks: { decimal: ',', group: '. ' },
    cardinals: {
      masculine: 'cardinal-common',
      feminine: 'cardinal-common',
      neuter: 'cardinal-neuter',
      counting: 'cardinal-neuter',
    },
    mended: 'tusinde tusind',
    words: { point: 'komma', to: 'til', minus: 'minus', plus: 'plus', about: 'cirka' },
    moneyFirst: 'kr\\.?',
    fractions: {
      half: 'en halv|en halv|et halvt',
      andHalf: 'og en halv|og en halv|og et halvt',
      oneAndHalf: 'halvanden|halvanden|halvandet',
      others: '1/4 en kvart, 3/4 trekvart, 1/3 en tredjedel, 2/3 to tredjedele',
    },
    money: '{major} og {minor}',
    ordinals: {
      small: `første anden tredje fjerde femte sjette syvende ottende niende tiende ellevte tolvte trettende fjortende femtende
        sekstende syttende attende nittende tyvende tredivte fyrretyvende halvtredsindstyvende tresindstyvende
        halvfjerdsindstyvende firsindstyvende halvfemsindstyvende`,
      compound: '{U}og{t}',
      above: ' og ',
      forms: { neuter: 'anden andet' },
    },
    ordinalNouns: `kapitel neuter, århundrede neuter, bind neuter, afsnit neuter, verdenskrig -, del -, akt -, gang -, dag -,
      etage -, sal -, udgave -, oplag neuter, år neuter, juledag -, række -, klasse -`,
    dottedOrdinals: true,
    ranks: {
      labels:
        'kapitel|del|bog|bind|akt|scene|side|siderne|nummer|artikel|figur|tabel|værelse|vers|type|fase|salme|bilag|nr\\.|kap\\.|s\\.',
      rulers: {
        '-': `Christian Frederik Valdemar Erik Karl Carl Gustav Johan Ludvig Henrik Filip Vilhelm Nikolaj Aleksander Peter
          Paulus Pius Leo Gregor Benedikt Clemens Napoleon Georg Edward Jakob Richard Franz Josef Ivan Otto Leopold Haakon
          Harald Olav Knud Margrethe Elizabeth Elisabeth Katarina Maria`,
      },
      article: 'den ',
      hasCapital: true,
    },
    dates: {
      months: 'januar februar marts april maj juni juli august september oktober november december',
      joint: '\\.\\s',
      spoken: '{d} {m}',
      day: '',
    },
    years: { hundred: 'hundrede', rest: ' og ', joined: 'tal' },
    times: {
      before: 'kl|kl\\.|klokken|fra|til|efter|før',
      marks: ':.',
      spoken: '{h} {m}',
      full: '{h}',
      hasZero: true,
      gender: 'neuter',
      one: 'et',
    },
  },
};
