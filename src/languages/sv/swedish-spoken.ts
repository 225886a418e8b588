import type { SpokenWords } from '../language.ts';

/** Words and grammar with which Swedish texts are read aloud. */
export const swedishSpoken: SpokenWords = {
  addresses: { at: 'snabel-a', dot: 'punkt', slash: 'snedstreck', dash: 'bindestreck', underscore: 'understreck' },
  nameWords: '(?:von|af|de) ',
  abbreviations: [
    [
      'any',
      `t._ex. till exempel, bl._a. bland annat, d._v._s. det vill säga, dvs. det vill säga, o._s._v. och så vidare,
      osv. och så vidare, m._m. med mera, m._fl. med flera, f._d. före detta, p._g._a. på grund av, pga. på grund av,
      fr.o.m. från och med, t.o.m. till och med, m.a.o. med andra ord, f._Kr. före Kristus, e._Kr. efter Kristus, e._d. eller dylikt`,
    ],
    ['address', 'hr. herr, dr. doktor, prof. professor, Hr. Herr, fr. fru, Fr. Fru, kapt. kapten, löjtn. löjtnant'],
    ['title', 'Dr. doktor, Prof. professor, S:t Sankt, S:ta Sankta'],
    ['number', 'nr. nummer, s. sidan, sid. sidan, kap. kapitel, fig. figur, kl. klockan, bd. band, st. stycken'],
    [
      'after',
      `jan. januari, feb. februari, apr. april, aug. augusti, sept. september, okt. oktober, nov. november,
      dec. december`,
    ],
    ['any', 'ca. cirka, jfr. jämför, etc. et cetera, inkl. inklusive, exkl. exklusive, resp. respektive'],
    ['number', 'ca cirka, nr nummer, kl klockan'],
  ],
  acronyms: 'USA EU FN NATO BBC SVT TV SJ',
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
    ha|n|hektar
    km/h|m|kilometer i timmen
    m²|m|kvadratmeter
    km²|m|kvadratkilometer
    °C|m|grad Celsius|grader Celsius
    °|m|grad|grader
    %|m|procent
    min|m|minut|minuter
    tesked teskedar|m|tesked|teskedar
    matsked matskedar|m|matsked|matskedar
    timme timmar|m|timme|timmar
    år|n|år`,
  currencies: `
    kr kr. SEK|m|krona|kronor|n|öre|öre
    € EUR|m|euro|euro|m|cent|cent
    $ US$ USD|m|dollar|dollar|m|cent|cent
    £ GBP|n|pund|pund|m|penny|pence`,
  scales: `
    milj. miljoner miljon|m|miljon|miljoner
    mdr mdr. miljarder miljard|m|miljard|miljarder`,
  symbols: `& och, % procent, § paragraf, ° grader, © copyright, + plus, = lika med, @ snabel-a, € euro, $ dollar, £ pund`,
  grammar: {
    marks: { decimal: ',', group: ' ' },
    cardinals: {
      masculine: 'cardinal-reale',
      feminine: 'cardinal-reale',
      neuter: 'cardinal-neuter',
      counting: 'cardinal-neuter',
    },
    mended: '^etthundra$ hundra, ^ettusen tusen',
    words: { point: 'komma', to: 'till', minus: 'minus', plus: 'plus', about: 'cirka' },
    moneyFirst: 'kr',
    fractions: {
      half: 'en halv|en halv|ett halvt',
      andHalf: 'och en halv|och en halv|och ett halvt',
      others: '1/4 en kvarts, 3/4 tre kvarts, 1/3 en tredjedels, 2/3 två tredjedels',
    },
    money: '{major} och {minor}',
    ordinals: {
      small: `första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde
        sextonde sjuttonde artonde nittonde tjugonde trettionde fyrtionde femtionde sextionde sjuttionde åttionde nittionde`,
      compound: '{T}{u}',
      above: '',
      hundreds: 'hundrade',
      thousands: 'tusende',
      forms: { masculine: 'första förste, andra andre' },
    },
    ordinalMarks: { ':[ae]': '-' },
    ordinalNouns: 'århundradet -, kapitlet -, seklet -, akten -',
    ranks: {
      labels:
        'kapitel|del|bok|band|akt|scen|sida|sidan|sidorna|nummer|artikel|figur|tabell|rum|vers|typ|fas|psalm|bilaga|nr|kap\\.|s\\.',
      rulers: {
        masculine: `Karl Carl Gustav Gustaf Erik Johan Magnus Oscar Oskar Fredrik Adolf Kristian Christian Ludvig Henrik Filip
          Vilhelm Nikolaus Alexander Peter Paulus Pius Leo Gregorius Benedictus Clemens Napoleon Georg Edvard Jakob Rikard
          Frans Josef Ivan Otto Leopold Haakon Harald Olav`,
        '-': 'Elisabet Elizabeth Elisabeth Katarina Maria Margareta Isabella',
      },
      article: 'den ',
    },
    dates: {
      months: 'januari februari mars april maj juni juli augusti september oktober november december',
      joint: '(?::[ae])?\\s',
      spoken: '{d} {m}',
      day: '',
    },
    years: { hundred: 'hundra', joined: 'tal' },
    times: {
      before: 'kl|kl\\.|klockan|vid|från|till|efter|före',
      marks: ':.',
      spoken: '{h} {m}',
      full: '{h}',
      hasZero: true,
      gender: 'neuter',
      one: 'ett',
    },
  },
};
