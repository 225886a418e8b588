import type { SpokenWords } from '../language.ts';

/**
 * Words and grammar with which Polish texts are read aloud. Numbers are read in the nominative and the accusative, which are equal but for persons, and
 * in the genitive after a word that asks for it; elsewhere they stay.
 */
export const polishSpoken: SpokenWords = {
  addresses: { at: 'małpa', dot: 'kropka', slash: 'ukośnik', dash: 'myślnik', underscore: 'podkreślnik' },
  abbreviations: [
    [
      'any',
      `o_godz. o godzinie, m.in. między innymi, m._in. między innymi, p.n.e. przed naszą erą, n.e. naszej ery, ds. do spraw, tzn. to znaczy,
      tzw. tak zwany, itd. i tak dalej, itp. i tym podobne, np. na przykład, tj. to jest, etc. et cetera, jw. jak wyżej, pt. pod tytułem,
      ww. wyżej wymieniony`,
    ],
    ['lower', 'por. porównaj'],
    ['number', 'nr. numer, nr numer, ok. około, rys. rysunek, tab. tabela, zob. zobacz'],
    ['after', 'proc. procent'],
    ['any', 'ok. około, zob. zobacz, ew. ewentualnie'],
  ],
  acronyms: 'USA UE ONZ NATO PRL RP PKP TV BBC PZPR',
  units: `
    km|m|kilometr|kilometrów|kilometry|kilometra
    m|m|metr|metrów|metry|metra
    cm|m|centymetr|centymetrów|centymetry|centymetra
    mm|m|milimetr|milimetrów|milimetry|milimetra
    kg|m|kilogram|kilogramów|kilogramy|kilograma
    g|m|gram|gramów|gramy|grama
    dag|m|dekagram|dekagramów|dekagramy|dekagrama
    mg|m|miligram|miligramów|miligramy|miligrama
    l|m|litr|litrów|litry|litra
    ml|m|mililitr|mililitrów|mililitry|mililitra
    ha|m|hektar|hektarów|hektary|hektara
    km/h|m|kilometr na godzinę|kilometrów na godzinę|kilometry na godzinę|kilometra na godzinę
    m²|m|metr kwadratowy|metrów kwadratowych|metry kwadratowe|metra kwadratowego
    km²|m|kilometr kwadratowy|kilometrów kwadratowych|kilometry kwadratowe|kilometra kwadratowego
    °C|m|stopień Celsjusza|stopni Celsjusza|stopnie Celsjusza|stopnia Celsjusza
    °|m|stopień|stopni|stopnie|stopnia
    %|m|procent|procent|procent|procent
    min|f|minuta|minut|minuty|minuty`,
  currencies: `
    zł zł. PLN|m|złoty|złotych|złote|złotego|m|grosz|groszy|grosze|grosza
    gr gr.|m|grosz|groszy|grosze|grosza
    € EUR|n|euro|euro|euro|euro|m|cent|centów|centy|centa
    $ US$ USD|m|dolar|dolarów|dolary|dolara|m|cent|centów|centy|centa
    £ GBP|m|funt|funtów|funty|funta|m|pens|pensów|pensy|pensa`,
  scales: `
    tys. tys|m|tysiąc|tysięcy|tysiące|tysiąca
    mln mln.|m|milion|milionów|miliony|miliona
    mld mld.|m|miliard|miliardów|miliardy|miliarda`,
  symbols: `& i, © copyright, + plus, = równa się, @ małpa`,
  grammar: {
    marks: { decimal: ',', group: ' ' },
    cardinals: {
      masculine: 'cardinal-masculine',
      feminine: 'cardinal-feminine',
      neuter: 'cardinal-neuter',
      counting: 'cardinal-masculine',
    },
    words: { point: 'przecinek', minus: 'minus', plus: 'plus', about: 'około' },
    fractions: {
      half: 'pół',
      andHalf: 'i pół',
      oneAndHalf: 'półtora|półtorej',
      others: '1/4 ćwierć, 3/4 trzy czwarte, 1/3 jedna trzecia, 2/3 dwie trzecie',
    },
    money: '{major} {minor}',
    decimals: ['i', 'dziesiąta|dziesiąte|dziesiątych', 'setna|setne|setnych'],
    cases: {
      genitive: {
        after: `około|ok\\.|do|od|z|ze|bez|dla|spośród|powyżej|poniżej|oprócz|wieku|ciągu|przeciągu|blisko nie`,
        set: 'cardinal-masculine-genitive',
      },
      other: `przy|nad|pod|przed|między|ku|dzięki|przeciw|tych|tymi|tym|wszystkich|ostatnich|pierwszych|następnych|
        kolejnych|moich|swoich|naszych|ich|tylu|kilku|oraz o`,
      beforeUnit: 'w|we',
      nouns: `\\p{L}+(?:om|ami|ach)|mężczyzn|ludzi|panów|żołnierzy|synów|braci|chłopców|uczniów|posłów|studentów|przyjaciół|
        kolegów|gości|jeźdźców|ministrów|królów|księży|mnichów|Polaków|Niemców|Rosjan|Żydów|biskupów|chłopów|panowie|
        robotników|ochotników|członków|\\p{L}+(?:ników|owców|arzy|ystów|istów|ców|czyków|erów|orów|antów|entów|onów|ianów)`,
    },
    ordinals: {
      small: `pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty jedenasty dwunasty trzynasty czternasty
        piętnasty szesnasty siedemnasty osiemnasty dziewiętnasty dwudziesty trzydziesty czterdziesty pięćdziesiąty
        sześćdziesiąty siedemdziesiąty osiemdziesiąty dziewięćdziesiąty`,
      compound: '{t} {u}',
      above: ' ',
      hundreds: 'setny dwusetny trzysetny czterechsetny pięćsetny sześćsetny siedemsetny osiemsetny dziewięćsetny',
      thousands: 'tysięczny dwutysięczny',
      forms: {
        genitive: 'gi giego, ci ciego, y ego',
        locative: 'gi gim, ci cim, y ym',
        feminine: 'gi ga, ci cia, y a',
        feminineOblique: 'gi giej, ci ciej, y ej',
        feminineAccusative: 'gi gą, ci cią, y ą',
        neuter: 'gi gie, ci cie, y e',
      },
    },
    ordinalMarks: {
      '-go': 'genitive',
      '-ego': 'genitive',
      '-szy': '-',
      '-sza': 'feminine',
      '-ta': 'feminine',
      '-ty': '-',
    },
    ordinalNouns: `w/wieku locative, wiek -, wieku genitive, wiekiem locative, rozdział -, rozdziału genitive, rozdziale locative,
      tom -, tomu genitive, tomie locative, wojna feminine, wojny feminineOblique, wojnie feminineOblique, wojnę feminineAccusative,
      wojną feminineAccusative, rzeczpospolita feminine, rzeczypospolitej feminineOblique, rzesza feminine, rzeszy feminineOblique,
      księga feminine, część feminine, akt -, aktu genitive, rzeszę feminineAccusative`,
    ranks: {
      labels:
        'strona|stronie|strony|numer|rysunek|tabela|paragraf|artykuł|pokój|typ|faza|psalm|nr|rys\\.|str\\.|s\\.|rozdział|tom|część|akt|scena|księga|punkt',
      rulers: {
        '-': `Jan Zygmunt Władysław Kazimierz Stanisław August Ludwik Henryk Karol Filip Fryderyk Wilhelm Mikołaj Aleksander Piotr
          Paweł Pius Leon Grzegorz Benedykt Napoleon Jerzy Edward Jakub Ryszard Bolesław Mieszko Iwan Otton Franciszek Józef`,
        genitive: `Jana Zygmunta Władysława Kazimierza Stanisława Augusta Ludwika Henryka Karola Filipa Fryderyka Wilhelma Mikołaja
          Aleksandra Piotra Pawła Piusa Leona Grzegorza Benedykta Napoleona Jerzego Edwarda Jakuba Ryszarda Bolesława Mieszka
          Iwana Ottona Franciszka Józefa`,
        locative: `Janem Zygmuntem Władysławem Kazimierzem Stanisławem Augustem Ludwikiem Henrykiem Karolem Fryderykiem Wilhelmem
          Mikołajem Aleksandrem Piotrem Pawłem Napoleonem Bolesławem`,
        feminine: 'Elżbieta Katarzyna Anna Maria Izabela',
        feminineOblique: 'Elżbiety Elżbiecie Katarzyny Katarzynie Izabeli',
      },
      hasCapital: true,
    },
    dates: {
      months: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
      joint: '\\.?\\s',
      spoken: '{d} {m}',
      day: 'genitive',
    },
    years: {
      ordinal: {
        nouns: 'rok -, roku genitive',
        within: { after: 'w|we', noun: 'roku', form: 'locative' },
        genitive: { noun: 'roku', form: 'genitive' },
        short: 'r\\.',
      },
    },
    times: {
      before: 'o|do|od|po|około|godzinie|godziny',
      marks: ':.',
      spoken: '{h} {m}',
      full: '{h}',
      hasZero: true,
      hour: 'feminineOblique',
      hours: { feminine: 'godzina', feminineOblique: 'godziny|godzinie', feminineAccusative: 'godzinę' },
    },
  },
};
