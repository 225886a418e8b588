import { baseLanguage } from '../../core/language.ts';

/** The number words of a language, as far as narrators need them. */
export interface NumberWords {
  /** Values of words and of the parts of compounds. */
  readonly values: ReadonlyMap<string, number>;
  /** Ends of words after the last part: of ordinals and cases. */
  readonly endings: RegExp;
  /** Matches the words of ordinals. */
  readonly ordinals: RegExp;
  /** Words between the parts of one number: "two hundred and five". */
  readonly links: ReadonlySet<string>;
  /** Words of the decimal mark. */
  readonly points: ReadonlySet<string>;
  /** Words of the sign. */
  readonly minus: ReadonlySet<string>;
  /** Words that only look like numbers: seconds. */
  readonly others: ReadonlySet<string>;
  /** Units come before tens: "fünfundzwanzig". */
  readonly unitsFirst: boolean;
  /** Sixty and eighty take ten to nineteen: "soixante-dix". */
  readonly twenties: boolean;
}

interface WordList {
  /** Words of 0 to 20, then of 30 to 90 in tens; other forms of one number are joined by a slash. */
  readonly small: string;
  /** Further words as `word=value`. */
  readonly more: string;
  readonly endings?: string;
  readonly ordinals?: string;
  readonly links?: string;
  readonly points: string;
  readonly minus: string;
  /** Words that only look like numbers. */
  readonly others?: string;
  readonly unitsFirst?: boolean;
  readonly twenties?: boolean;
}

const slavicEndings =
  '(?:ый|ий|ой|ого|его|ому|ему|ым|им|ом|ем|ая|яя|ую|юю|ое|ее|ые|ие|ых|их|ыми|ими|ья|ьего|ьей|ь|и|ью|ти|ми|мя)';

const lists: Readonly<Record<string, WordList>> = {
  en: {
    small: `zero/oh/nought/naught one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety`,
    more: `first=1 second=2 third=3 fifth=5 eighth=8 ninth=9 twelfth=12 twentieth=20 thirtieth=30 fortieth=40 fiftieth=50
      sixtieth=60 seventieth=70 eightieth=80 ninetieth=90 twenties=20 thirties=30 forties=40 fifties=50 sixties=60
      seventies=70 eighties=80 nineties=90 hundred=100 thousand=1000 million=1000000 billion=1000000000`,
    endings: '(?:th|s)',
    ordinals: '(?:first|second|third|th)$',
    links: 'and',
    points: 'point',
    minus: 'minus negative',
    others: 'seconds',
  },
  de: {
    small: `null ein/eins/eine/einen/einem/einer/erst zwei/zwo drei/dritt vier fünf sechs sieb/sieben acht neun zehn elf zwölf
      dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig/dreissig vierzig fünfzig sechzig
      siebzig achtzig neunzig`,
    more: 'hundert=100 tausend=1000 million=1000000 millionen=1000000 milliarde=1000000000 milliarden=1000000000',
    endings: '(?:s?te[nrsm]?|e[nrsm]?|er)',
    ordinals: '(?:te|dritte|erste)[nrsm]?$',
    links: 'und',
    points: 'komma punkt',
    minus: 'minus',
    unitsFirst: true,
  },
  fr: {
    small: `zéro un/une/premier/première deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit
      dixneuf vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante`,
    more: `second=2 seconde=2 quatr=4 cinqu=5 neuv=9 onz=11 douz=12 treiz=13 quatorz=14 quinz=15 seiz=16 trent=30 quarant=40
      cinquant=50 soixant=60 cent=100 cents=100 mille=1000 mil=1000 million=1000000 millions=1000000 milliard=1000000000
      milliards=1000000000`,
    endings: '(?:ième|ièmes)',
    ordinals: '(?:ièmes?|^premi(?:er|ère)|^seconde?)$',
    links: 'et',
    points: 'virgule',
    minus: 'moins',
    twenties: true,
  },
  es: {
    small: `cero uno/una/un/primero/primer/primera dos/segundo/segunda tres/tercero/tercer/tercera cuatro/cuarto/cuarta
      cinco/quinto/quinta seis/sexto/sexta siete/séptimo/séptima ocho/octavo/octava nueve/noveno/novena diez/décimo/décima once
      doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta
      ochenta noventa`,
    more: `veintiuno=21 veintiún=21 veintiuna=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26
      veintisiete=27 veintiocho=28 veintinueve=29 cien=100 ciento=100 doscientos=200 doscientas=200 trescientos=300
      trescientas=300 cuatrocientos=400 cuatrocientas=400 quinientos=500 quinientas=500 seiscientos=600 seiscientas=600
      setecientos=700 setecientas=700 ochocientos=800 ochocientas=800 novecientos=900 novecientas=900 mil=1000 millón=1000000
      millones=1000000`,
    links: 'y',
    points: 'coma punto',
    minus: 'menos',
  },
  it: {
    small: `zero uno/una/un/primo/prima due/secondo/seconda tre/tré/terzo/terza quattro/quarto/quarta cinque/quinto/quinta sei/sesto/sesta
      sette/settimo/settima otto/ottavo/ottava nove/nono/nona dieci/decimo/decima undici dodici tredici quattordici quindici
      sedici diciassette diciotto diciannove venti/vent trenta/trent quaranta/quarant cinquanta/cinquant sessanta/sessant
      settanta/settant ottanta/ottant novanta/novant`,
    more: 'cento=100 cent=100 mille=1000 mila=1000 milione=1000000 milioni=1000000 miliardo=1000000000 miliardi=1000000000',
    endings: '(?:esim[oaie])',
    links: 'e',
    points: 'virgola',
    minus: 'meno',
  },
  pt: {
    small: `zero um/uma/primeiro/primeira dois/duas/segundo três/terceiro/terceira quatro/quarto cinco/quinto seis/sexto sete/sétimo
      oito/oitavo nove/nono dez/décimo onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito
      dezenove/dezanove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa`,
    more: `cem=100 cento=100 duzentos=200 duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quatrocentas=400
      quinhentos=500 quinhentas=500 seiscentos=600 seiscentas=600 setecentos=700 setecentas=700 oitocentos=800 oitocentas=800
      novecentos=900 novecentas=900 mil=1000 milhão=1000000 milhões=1000000`,
    links: 'e',
    points: 'vírgula ponto',
    minus: 'menos',
  },
  nl: {
    small: `nul een/één/eerst twee drie/derd vier vijf zes zeven acht/achtst negen tien elf twaalf dertien veertien vijftien zestien
      zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig`,
    more: 'tweeën=2 drieën=3 honderd=100 duizend=1000 miljoen=1000000 miljard=1000000000',
    endings: '(?:s?te|de|e)',
    links: 'en ën',
    points: 'komma punt',
    minus: 'min',
    unitsFirst: true,
  },
  sv: {
    small: `noll en/ett/första två/andra tre/tredje fyra/fjärde fem/femte sex/sjätte sju åtta nio tio/tionde elva tolv tretton fjorton femton
      sexton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio åttio nittio`,
    more: 'hundra=100 tusen=1000 miljon=1000000 miljoner=1000000 miljard=1000000000',
    endings: '(?:nde|de)',
    links: 'och',
    points: 'komma',
    minus: 'minus',
  },
  pl: {
    small: `zero jeden/jedna/jedno/pierwszego/pierwszy/pierwsza dwa/dwie/drugiego/drugi/druga trzy/trzeciego/trzeci/trzecia cztery/czwartego/czwarty
      pięć/piątego/piąty sześć/szóstego/szósty siedem/siódmego/siódmy osiem/ósmego/ósmy dziewięć/dziewiątego/dziewiąty
      dziesięć/dziesiątego/dziesiąty jedenaście/jedenastego/jedenasty dwanaście/dwunastego/dwunasty trzynaście/trzynastego
      czternaście/czternastego piętnaście/piętnastego szesnaście/szesnastego siedemnaście/siedemnastego osiemnaście/osiemnastego
      dziewiętnaście/dziewiętnastego dwadzieścia/dwudziestego/dwudziesty trzydzieści/trzydziestego czterdzieści/czterdziestego
      pięćdziesiąt/pięćdziesiątego sześćdziesiąt/sześćdziesiątego siedemdziesiąt/siedemdziesiątego osiemdziesiąt/osiemdziesiątego
      dziewięćdziesiąt/dziewięćdziesiątego`,
    more: `sto=100 dwieście=200 trzysta=300 czterysta=400 pięćset=500 sześćset=600 siedemset=700 osiemset=800 dziewięćset=900
      tysiąc=1000 tysiące=1000 tysięcy=1000 milion=1000000 miliony=1000000 milionów=1000000`,
    points: 'przecinek',
    minus: 'minus',
  },
  ru: {
    small: `ноль/нуль один/одна/одно/одного/одной/перв два/две/двух/двумя/втор три/трёх/трех/трет четыре/четырёх/четырех/четвёрт/четверт пят шест
      семь/семи/седьм восемь/восьми/восьм девят десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат
      восемнадцат девятнадцат двадцат тридцат сорок/сорока/сороков пятьдесят/пятидесяти/пятидесят шестьдесят/шестидесяти/шестидесят
      семьдесят/семидесяти/семидесят восемьдесят/восьмидесяти/восьмидесят девяносто/девяноста/девяност`,
    more: `сто=100 ста=100 сот=100 двести=200 двухсот=200 триста=300 трёхсот=300 трехсот=300 четыреста=400 четырёхсот=400
      четырехсот=400 пятьсот=500 пятисот=500 шестьсот=600 шестисот=600 семьсот=700 семисот=700 восемьсот=800 восьмисот=800
      девятьсот=900 девятисот=900 тысяча=1000 тысячи=1000 тысяч=1000 тысячу=1000 тысячн=1000 миллион=1000000
      миллиона=1000000 миллионов=1000000`,
    endings: slavicEndings,
    points: 'целых целая запятая',
    minus: 'минус',
  },
};

const nothing: NumberWords = {
  values: new Map(),
  endings: /^(?!)/u,
  ordinals: /^(?!)/u,
  links: new Set(),
  points: new Set(),
  minus: new Set(),
  others: new Set(),
  unitsFirst: false,
  twenties: false,
};
const known = new Map<string, NumberWords>();

/** Returns the number words of a language (BCP-47); none for a language without a list. Chinese and Japanese have their own numerals. */
export function numberWords(language: string): NumberWords {
  const base = baseLanguage(language);
  const list = Object.hasOwn(lists, base) ? lists[base] : undefined;
  if (!list) return nothing;
  const words = known.get(base) ?? wordsOf(list);
  known.set(base, words);
  return words;
}

function wordsOf(list: WordList): NumberWords {
  const small = split(list.small).flatMap((forms, index) =>
    forms.split('/').map((form) => [form, index <= 20 ? index : (index - 18) * 10] as const),
  );
  const more = split(list.more).map((entry) => {
    const [word = '', value = ''] = entry.split('=');
    return [word, Number(value)] as const;
  });
  return {
    values: new Map([...small, ...more]),
    endings: new RegExp(`^${list.endings ?? '(?!)'}$`, 'u'),
    ordinals: new RegExp(list.ordinals ?? '^(?!)', 'u'),
    links: new Set(split(list.links ?? '')),
    points: new Set(split(list.points)),
    minus: new Set(split(list.minus)),
    others: new Set(split(list.others ?? '')),
    unitsFirst: list.unitsFirst ?? false,
    twenties: list.twenties ?? false,
  };
}

function split(words: string): string[] {
  return words.split(/\s+/u).filter((word) => word !== '');
}
