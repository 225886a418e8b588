import type { SpokenWords } from '../language.ts';

/** Words and grammar with which Czech texts are read aloud. Numbers are read in the nominative and the accusative; elsewhere they stay. */
export const czechSpoken: SpokenWords = {
  addresses: { at: 'zavináč', dot: 'tečka', slash: 'lomítko', dash: 'pomlčka', underscore: 'podtržítko' },
  abbreviations: [
    [
      'any',
      `př._n._l. před naším letopočtem, n._l. našeho letopočtu, atd. a tak dále, apod. a podobně, aj. a jiné, např. například,
      tj. to jest, t._j. to jest, tzn. to znamená, tzv. takzvaný, mj. mimo jiné, resp. respektive, cca. cirka, etc. et cetera, popř. popřípadě,
      příp. případně, vč. včetně, čp. číslo popisné`,
    ],
    [
      'name',
      'sv. svatý, dr. doktor, Dr. doktor, prof. profesor, Prof. profesor, p. pan, pí. paní, ing. inženýr, Ing. inženýr',
    ],
    ['number', 'č. číslo, cca cirka, obr. obrázek, kap. kapitola'],
    ['any', 'cca cirka, srov. srovnej'],
  ],
  acronyms: 'USA EU OSN NATO ČR ČSR BBC TV KSČ',
  units: `
    km|m|kilometr|kilometrů|kilometry|kilometru
    m|m|metr|metrů|metry|metru
    cm|m|centimetr|centimetrů|centimetry|centimetru
    mm|m|milimetr|milimetrů|milimetry|milimetru
    kg|m|kilogram|kilogramů|kilogramy|kilogramu
    g|m|gram|gramů|gramy|gramu
    mg|m|miligram|miligramů|miligramy|miligramu
    l|m|litr|litrů|litry|litru
    ml|m|mililitr|mililitrů|mililitry|mililitru
    ha|m|hektar|hektarů|hektary|hektaru
    km/h|m|kilometr za hodinu|kilometrů za hodinu|kilometry za hodinu|kilometru za hodinu
    °C|m|stupeň Celsia|stupňů Celsia|stupně Celsia|stupně Celsia
    °|m|stupeň|stupňů|stupně|stupně
    %|n|procento|procent|procenta|procenta
    min.|f|minuta|minut|minuty|minuty`,
  currencies: `
    Kč Kč. CZK|f|koruna|korun|koruny|koruny|m|haléř|haléřů|haléře|haléře
    € EUR|n|euro|eur|eura|eura|m|cent|centů|centy|centu
    $ US$ USD|m|dolar|dolarů|dolary|dolaru|m|cent|centů|centy|centu
    £ GBP|f|libra|liber|libry|libry|f|pence|pencí|pence|pence`,
  scales: `
    tis. tis|m|tisíc|tisíc|tisíce|tisíce
    mil. mil|m|milion|milionů|miliony|milionu
    mld. mld|f|miliarda|miliard|miliardy|miliardy`,
  symbols: `& a, © copyright, + plus, = rovná se, @ zavináč`,
  grammar: {
    marks: { decimal: ',', group: ' ' },
    cardinals: {
      masculine: 'cardinal-masculine',
      feminine: 'cardinal-feminine',
      neuter: 'cardinal-neuter',
      counting: 'cardinal-masculine',
    },
    words: { point: 'celá', minus: 'minus', plus: 'plus', about: 'asi' },
    fractions: { half: 'půl', andHalf: 'a půl', others: '1/4 čtvrt, 3/4 tři čtvrtě, 1/3 třetina, 2/3 dvě třetiny' },
    money: '{major} {minor}',
    decimals: ['celá|celé|celých', 'desetina|desetiny|desetin', 'setina|setiny|setin'],
    cases: {
      other: `do|od|ode|z|ze|bez|u|kolem|okolo|během|kromě|podle|vedle|mezi|nad|pod|před|s|se|k|ke|při|věku|těch|těmi|těm|všech|posledních|
        prvních|dalších|jeho|jejich`,
      beforeUnit: 'v|ve',
      nouns: '\\p{L}+(?:ách|ích|ech|ám|ům|ím|ami|emi|mi)',
    },
    ordinals: {
      small: `první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý
        sedmnáctý osmnáctý devatenáctý dvacátý třicátý čtyřicátý padesátý šedesátý sedmdesátý osmdesátý devadesátý`,
      compound: '{t} {u}',
      forms: {
        genitive: 'ní ního, tí tího, ý ého',
        locative: 'ní ním, tí tím, ý ém',
        instrumental: 'ní ním, tí tím, ý ým',
        dative: 'ní nímu, tí tímu, ý ému',
        feminine: 'ní ní, tí tí, ý á',
        feminineOblique: 'ní ní, tí tí, ý é',
        feminineAccusative: 'ní ní, tí tí, ý ou',
        neuter: 'ní ní, tí tí, ý é',
      },
    },
    ordinalNouns: `v/století locative, ve/století locative, do/století genitive, od/století genitive, ze/století genitive,
      z/století genitive, konci/století genitive, počátku/století genitive, začátku/století genitive, polovině/století genitive,
      konce/století genitive, konec/století genitive, první/století -, kapitola feminine, kapitole feminineOblique,
      kapitolu feminineAccusative, kapitoly feminineOblique, díl -, dílu genitive, dílem instrumental, válka feminine, války feminineOblique,
      válku feminineAccusative, válce feminineOblique, patro neuter, patře locative, patra genitive, světová feminine, světové feminineOblique,
      světovou feminineAccusative, ledna genitive, jednání neuter, dějství neuter`,
    dottedOrdinals: true,
    ranks: {
      labels:
        'kapitola|kapitole|díl|kniha|část|svazek|akt|scéna|strana|straně|číslo|obrázek|tabulka|článek|paragraf|pokoj|typ|fáze|žalm|č\\.',
      rulers: {
        '-': `Karel Václav Ludvík Jindřich Filip Fridrich Vilém Mikuláš Alexandr Petr Pavel Pius Lev Napoleon Rudolf Ferdinand Leopold
          Josef František Matyáš Zikmund Jan Jiří Eduard Richard Otakar Boleslav Vladislav Řehoř Benedikt Klement`,
        genitive: `Karla Václava Ludvíka Jindřicha Filipa Fridricha Viléma Mikuláše Alexandra Petra Pavla Pia Napoleona Rudolfa
          Ferdinanda Leopolda Josefa Františka Matyáše Zikmunda Jana Jiřího Eduarda Otakara Boleslava Vladislava`,
        dative: 'Karlu Václavu Rudolfu Ferdinandu Karlovi Václavovi Rudolfovi Ludvíkovi Jindřichovi Napoleonovi',
        instrumental:
          'Karlem Václavem Ludvíkem Jindřichem Rudolfem Ferdinandem Leopoldem Josefem Františkem Petrem Napoleonem',
        feminine: 'Alžběta Kateřina Marie',
        feminineOblique: 'Alžběty Alžbětě Kateřiny Kateřině',
        feminineAccusative: 'Alžbětu Kateřinu',
      },
      hasCapital: true,
    },
    dates: {
      months: 'ledna února března dubna května června července srpna září října listopadu prosince',
      joint: '\\.\\s',
      spoken: '{d} {m}',
      day: 'genitive',
    },
    years: { hundred: ' set', rest: ' ', last: 'jeden jedna' },
    times: {
      before: 'v|ve',
      marks: ':.',
      spoken: '{h} {m}',
      full: '{h} nula nula',
      hasZero: true,
      gender: 'masculine',
    },
  },
};
