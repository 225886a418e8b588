import { corpusTexts, spoken, written } from './texts.ts';

/** An answer that a good narrator would give. */
export interface GoodAnswer {
  readonly language: string;
  readonly source: string;
  readonly answer: string;
}

/** Source and answer, by language. Our own sentences. */
const pairs: Readonly<Record<string, readonly (readonly [source: string, answer: string])[]>> = {
  en: [
    ['In 1066 the war began at about 9 a.m.', 'In ten sixty-six the war began at about nine a.m.'],
    ['She lived at 221B Baker St. for 12½ years.', 'She lived at 221B Baker Street for twelve and a half years.'],
    ['World War II ended in 1945.', 'World War Two ended in nineteen forty-five.'],
    ['Chapter I\n\nIt began in May.', 'Chapter One\n\nIt began in May.'],
    ['In Act I of the play, the king dies.', 'In Act One of the play, the king dies.'],
    ['Elizabeth I and George V. met.', 'Elizabeth the First and George the Fifth met.'],
    ['I have 3 dogs.', 'I have three dogs.'],
    ['Pope John XXIII was born in 1881.', 'Pope John the Twenty-third was born in eighteen eighty-one.'],
    ['He earned $1,000,000 in 2019.', 'He earned a million dollars in twenty nineteen.'],
    ['He earned $1,000 a year.', 'He earned a thousand dollars a year.'],
    [
      'About 3/4 of the crew left on 1 Jan. 1900.',
      'About three quarters of the crew left on the first of January nineteen hundred.',
    ],
    ['The 5th of May is a holiday.', 'The fifth of May is a holiday.'],
    ['May 5 is a holiday.', 'May fifth is a holiday.'],
    ['On 5 May he came.', 'On May fifth he came.'],
    ['It fell by 0.5 % to 3.2 km².', 'It fell by zero point five percent to three point two square kilometres.'],
    ['Nos. 3–5 were empty.', 'Numbers three to five were empty.'],
    ['He ran 100 m in 9.58 s.', 'He ran one hundred metres in nine point five eight seconds.'],
    ['See pp. 12–15 and vol. 3.', 'See pages twelve to fifteen and volume three.'],
    ['It is 20 mph faster.', 'It is twenty miles per hour faster.'],
    ['He is 6 ft 2 in tall.', 'He is six feet two inches tall.'],
    ['At 12:00 he ate.', 'At twelve o’clock he ate.'],
    ['At 7:05 p.m. he ate.', 'At five past seven p.m. he ate.'],
    ['He had £5 and $6.', 'He had five pounds and six dollars.'],
    ['Mr. and Mrs. Bennet came.', 'Mister and Missus Bennet came.'],
    ['Prof. A. B. Hale vs. the U.S. Navy', 'Professor A. B. Hale versus the U.S. Navy'],
    ['It cost 50p or 20c.', 'It cost fifty p or twenty c.'],
    ['The ’60s and the 1970s', 'The sixties and the nineteen seventies'],
    ['Malcolm X spoke to plan B and vitamin C.', 'Malcolm X spoke to plan B and vitamin C.'],
    ['Temp. was 98.6°F.', 'Temp. was ninety-eight point six degrees Fahrenheit.'],
    ['It was 10:30 p.m. when the train left.', 'It was half past ten p.m. when the train left.'],
    ['He was born in 1851 and died in 1905.', 'He was born in eighteen fifty-one and died in nineteen oh five.'],
    [
      'The flat cost $1,299.99, and she had $1,300.',
      'The flat cost one thousand two hundred ninety-nine dollars and ninety-nine cents, and she had one thousand three hundred dollars.',
    ],
    ['Henry VIII had six wives; George I. had one.', 'Henry the Eighth had six wives; George the First had one.'],
    [
      'About 45% of them voted, i.e. fewer than in 1990.',
      'About forty-five percent of them voted, that is fewer than in nineteen ninety.',
    ],
    ['Dr. Smith met Prof. Hale and Mrs. Pell.', 'Doctor Smith met Professor Hale and Missus Pell.'],
    ['The room was 5 m long and 12 ft wide.', 'The room was five metres long and twelve feet wide.'],
    ['Smith & Sons sold it for £3.50.', 'Smith and Sons sold it for three pounds fifty.'],
    ['As shown before [12], the trend is clear [3, 4].', 'As shown before, the trend is clear.'],
    ['The wings are small (see figure 3) and bent.', 'The wings are small and bent.'],
    ['This was denied later (Brown et al., 2004, p. 5).', 'This was denied later.'],
    ['Chapter IV\n\nThe road was long.', 'Chapter Four\n\nThe road was long.'],
    ['Anna, 31, Rome\n\nBen, 28, Oslo', 'Anna, thirty-one, Rome.\n\nBen, twenty-eight, Oslo.'],
    ['It was -5 °C outside.', 'It was minus five degrees Celsius outside.'],
    ['She came 3rd in the race of the 1920s.', 'She came third in the race of the nineteen twenties.'],
    ['He read it at www.example.org that evening.', 'He read it at example dot org that evening.'],
    ['"Well," he said -- "perhaps..."', '“Well,” he said—“perhaps…”'],
    ['To-day we say good-bye to every body.', 'Today we say goodbye to everybody.'],
    ['There were 2 1/2 cups left.', 'There were two and a half cups left.'],
    ['Call me on 3/5/1911, he wrote.', 'Call me on the fifth of March nineteen eleven, he wrote.'],
    ['The answer is 3.14, not 3.41.', 'The answer is three point one four, not three point four one.'],
    ['* * *\n\nThen it was night.', 'Then it was night.'],
  ],
  de: [
    ['Am 3.5.1911 um 9:15 Uhr kam er.', 'Am dritten Mai neunzehnhundertelf um Viertel nach neun kam er.'],
    [
      'Karl V. und Karl I. trafen sich 1519.',
      'Karl der Fünfte und Karl der Erste trafen sich fünfzehnhundertneunzehn.',
    ],
    ['Er kaufte 2 kg Äpfel für 3,99 €.', 'Er kaufte zwei Kilogramm Äpfel für drei Euro neunundneunzig.'],
    ['Das 2. Kapitel hat ca. 50 S.', 'Das zweite Kapitel hat circa fünfzig Seiten.'],
    ['Frau Dr. Meier u. Hr. Prof. Krause', 'Frau Doktor Meier und Herr Professor Krause'],
    ['Um 10:30 Uhr kam der Zug.', 'Um halb elf kam der Zug.'],
    ['Er wurde 1851 geboren.', 'Er wurde achtzehnhunderteinundfünfzig geboren.'],
    ['Das kostet 3,50 €, z. B. am Markt.', 'Das kostet drei Euro fünfzig, zum Beispiel am Markt.'],
    ['Prof. Hale wohnt in der 2. Etage.', 'Professor Hale wohnt in der zweiten Etage.'],
    ['Ludwig XIV. regierte lange.', 'Ludwig der Vierzehnte regierte lange.'],
    ['Etwa 45 % kamen (siehe Abb. 3) zu spät.', 'Etwa fünfundvierzig Prozent kamen zu spät.'],
  ],
  fr: [
    ['Le 1er mai, 1 000 000 de gens vinrent.', 'Le premier mai, un million de gens vinrent.'],
    ['Le XIXe siècle et le XXe siècle.', 'Le dix-neuvième siècle et le vingtième siècle.'],
    ['Il a 71 ans et 5 km à faire.', 'Il a soixante et onze ans et cinq kilomètres à faire.'],
    ['Il est 12 h.', 'Il est douze heures.'],
    ['Il est 10 h 30 du matin.', 'Il est dix heures trente du matin.'],
    ['Louis XIV mourut en 1715.', 'Louis quatorze mourut en mille sept cent quinze.'],
    ['Environ 97 % des gens vinrent.', 'Environ quatre-vingt-dix-sept pour cent des gens vinrent.'],
    ['M. Hale arriva avec Mme Pell.', 'Monsieur Hale arriva avec Madame Pell.'],
  ],
  es: [
    ['El s. XIX y 1.000.000 de personas.', 'El siglo diecinueve y un millón de personas.'],
    ['Nació el 1 de mayo de 1911.', 'Nació el primero de mayo de mil novecientos once.'],
    ['Son las 14:45 h.', 'Son las catorce cuarenta y cinco horas.'],
    ['Felipe II murió en 1598.', 'Felipe segundo murió en mil quinientos noventa y ocho.'],
    ['El 45 % vino a las 10:30.', 'El cuarenta y cinco por ciento vino a las diez y media.'],
    ['La Sra. Pell vive en el 2.º piso.', 'La señora Pell vive en el segundo piso.'],
  ],
  it: [
    ['Il 3 maggio 1911, alle 9.', 'Il tre maggio millenovecentoundici, alle nove.'],
    ['Il Sig. Rossi e la Sig.ra Bianchi', 'Il signor Rossi e la signora Bianchi'],
    ['Nel 1848 erano 45.', 'Nel milleottocentoquarantotto erano quarantacinque.'],
    ['Il 20 % arrivò alle 10:30.', 'Il venti per cento arrivò alle dieci e mezza.'],
  ],
  pt: [
    ['O Sr. Silva tem 45 anos.', 'O senhor Silva tem quarenta e cinco anos.'],
    ['Em 1848 havia 45 casas.', 'Em mil oitocentos e quarenta e oito havia quarenta e cinco casas.'],
  ],
  nl: [['In 1848 stonden er 45 huizen.', 'In achttienhonderdachtenveertig stonden er vijfenveertig huizen.']],
  sv: [['År 1848 fanns det 45 hus.', 'År artonhundrafyrtioåtta fanns det fyrtiofem hus.']],
  pl: [['W domu było 45 okien.', 'W domu było czterdzieści pięć okien.']],
  ru: [
    [
      '3 мая 1911 г. пришло 250 человек.',
      'Третьего мая тысяча девятьсот одиннадцатого года пришло двести пятьдесят человек.',
    ],
    ['В 1848 году было 45 домов.', 'В тысяча восемьсот сорок восьмом году было сорок пять домов.'],
  ],
  ja: [
    ['1911年5月3日に250円払った。', '千九百十一年五月三日に二百五十円払った。'],
    ['人口は12000人、面積は45%増えた。', '人口は一万二千人、面積は四十五パーセント増えた。'],
    ['彼は10時30分に着いた。', '彼は十時三十分に着いた。'],
  ],
  zh: [
    ['1911年5月3日，他付了250元。', '一九一一年五月三日，他付了二百五十元。'],
    ['这里有12000人，占45%。', '这里有一万二千人，占百分之四十五。'],
    ['他10点30分到达。', '他十点三十分到达。'],
  ],
  ko: [
    ['1911년 5월 3일에 250원을 냈다.', '천구백십일년 오월 삼일에 이백오십원을 냈다.'],
    ['그는 1911년에 250원을 냈다.', '그는 천구백십일년에 이백오십원을 냈다.'],
  ],
  tr: [['1911 yılında 250 lira ödedi.', '1911 yılında 250 lira ödedi.']],
};

/** Returns the good answers of the corpus: to its texts, unchanged and as they are said, and to single sentences. */
export function goodAnswers(): GoodAnswer[] {
  const whole = corpusTexts.flatMap((text) => [
    { language: text.language, source: written(text), answer: written(text) },
    { language: text.language, source: written(text), answer: spoken(text) },
  ]);
  const single = Object.entries(pairs).flatMap(([language, list]) =>
    list.map(([source, answer]) => ({ language, source, answer })),
  );
  return [...whole, ...single];
}
