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
    ['Um 10:30 Uhr kam der Zug.', 'Um halb elf kam der Zug.'],
    ['Er wurde 1851 geboren.', 'Er wurde achtzehnhunderteinundfünfzig geboren.'],
    ['Das kostet 3,50 €, z. B. am Markt.', 'Das kostet drei Euro fünfzig, zum Beispiel am Markt.'],
    ['Prof. Hale wohnt in der 2. Etage.', 'Professor Hale wohnt in der zweiten Etage.'],
    ['Ludwig XIV. regierte lange.', 'Ludwig der Vierzehnte regierte lange.'],
    ['Etwa 45 % kamen (siehe Abb. 3) zu spät.', 'Etwa fünfundvierzig Prozent kamen zu spät.'],
  ],
  fr: [
    ['Il est 10 h 30 du matin.', 'Il est dix heures trente du matin.'],
    ['Louis XIV mourut en 1715.', 'Louis quatorze mourut en mille sept cent quinze.'],
    ['Environ 97 % des gens vinrent.', 'Environ quatre-vingt-dix-sept pour cent des gens vinrent.'],
    ['M. Hale arriva avec Mme Pell.', 'Monsieur Hale arriva avec Madame Pell.'],
  ],
  es: [
    ['Felipe II murió en 1598.', 'Felipe segundo murió en mil quinientos noventa y ocho.'],
    ['El 45 % vino a las 10:30.', 'El cuarenta y cinco por ciento vino a las diez y media.'],
    ['La Sra. Pell vive en el 2.º piso.', 'La señora Pell vive en el segundo piso.'],
  ],
  it: [
    ['Nel 1848 erano 45.', 'Nel milleottocentoquarantotto erano quarantacinque.'],
    ['Il 20 % arrivò alle 10:30.', 'Il venti per cento arrivò alle dieci e mezza.'],
  ],
  pt: [['Em 1848 havia 45 casas.', 'Em mil oitocentos e quarenta e oito havia quarenta e cinco casas.']],
  nl: [['In 1848 stonden er 45 huizen.', 'In achttienhonderdachtenveertig stonden er vijfenveertig huizen.']],
  sv: [['År 1848 fanns det 45 hus.', 'År artonhundrafyrtioåtta fanns det fyrtiofem hus.']],
  pl: [['W domu było 45 okien.', 'W domu było czterdzieści pięć okien.']],
  ru: [['В 1848 году было 45 домов.', 'В тысяча восемьсот сорок восьмом году было сорок пять домов.']],
  ja: [
    ['人口は12000人、面積は45%増えた。', '人口は一万二千人、面積は四十五パーセント増えた。'],
    ['彼は10時30分に着いた。', '彼は十時三十分に着いた。'],
  ],
  zh: [
    ['这里有12000人，占45%。', '这里有一万二千人，占百分之四十五。'],
    ['他10点30分到达。', '他十点三十分到达。'],
  ],
  ko: [['그는 1911년에 250원을 냈다.', '그는 천구백십일년에 이백오십원을 냈다.']],
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
