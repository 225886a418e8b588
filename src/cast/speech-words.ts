import { baseLanguage } from '../core/language.ts';

/** Words of a language that show who speaks. All in lower case. */
export interface SpeechWords {
  /** Verbs of saying, as they stand beside a quotation. */
  readonly verbs: ReadonlySet<string>;
  readonly male: ReadonlySet<string>;
  readonly female: ReadonlySet<string>;
  /** Titles before a name. */
  readonly maleTitles: ReadonlySet<string>;
  readonly femaleTitles: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
}

interface WordLists {
  readonly verbs: string;
  readonly male: string;
  readonly female: string;
  readonly maleTitles: string;
  readonly femaleTitles: string;
  readonly titles: string;
}

const lists: Readonly<Record<string, WordLists>> = {
  en: {
    verbs:
      'said says say asked asks replied replies answered answers cried cries exclaimed exclaims added adds returned continued continues whispered whispers ' +
      'shouted shouts muttered murmured murmurs called calls observed remarked repeated inquired enquired demanded declared began resumed rejoined retorted ' +
      'interrupted sighed laughed growled snapped yelled screamed screeched bellowed protested insisted suggested explained announced agreed admitted ' +
      'responded thought pleaded stammered gasped groaned grumbled hissed commanded ordered warned wondered ventured objected concluded told',
    male: 'he him his himself',
    female: 'she her hers herself',
    maleTitles: 'mr sir lord king prince duke father uncle brother master squire baron',
    femaleTitles: 'mrs miss ms lady queen princess duchess mother aunt sister madam madame dame baroness',
    titles: 'dr doctor captain colonel general major professor inspector sergeant judge reverend count',
  },
  de: {
    verbs:
      'sagte sagt fragte fragt rief ruft antwortete antwortet erwiderte erwidert meinte meint flüsterte flüstert schrie schreit murmelte murmelt brummte ' +
      'entgegnete bemerkte erklärte begann fuhr fügte wiederholte versetzte seufzte lachte stammelte sprach spricht dachte wollte befahl bat',
    male: 'er ihn ihm sein seine seinen seinem seiner',
    female: 'sie ihr ihre ihren ihrem ihrer',
    maleTitles: 'herr herrn könig prinz graf baron onkel vater bruder',
    femaleTitles: 'frau fräulein königin prinzessin gräfin tante mutter schwester',
    titles: 'doktor dr professor hauptmann oberst general kommissar',
  },
  fr: {
    verbs:
      'dit dis demanda demande répondit répond répliqua réplique cria crie s’écria murmura murmure chuchota reprit ajouta ajoute continua fit ' +
      'observa remarqua déclara annonça expliqua soupira balbutia ordonna protesta insista interrompit poursuivit lança souffla pensa interrogea',
    male: 'il lui',
    female: 'elle',
    maleTitles: 'm monsieur sire roi prince duc comte baron oncle père frère maître',
    femaleTitles: 'mme madame mlle mademoiselle reine princesse duchesse comtesse tante mère sœur',
    titles: 'docteur dr capitaine colonel général professeur inspecteur',
  },
  es: {
    verbs:
      'dijo dice preguntó pregunta respondió responde contestó contesta exclamó exclama gritó grita murmuró susurró añadió replicó repuso continuó ' +
      'prosiguió observó explicó declaró anunció suspiró ordenó protestó insistió interrumpió pensó',
    male: 'él',
    female: 'ella',
    maleTitles: 'señor sr don rey príncipe duque conde tío padre hermano',
    femaleTitles: 'señora sra señorita srta doña reina princesa duquesa condesa tía madre hermana',
    titles: 'doctor dr capitán coronel general profesor inspector',
  },
  it: {
    verbs:
      'disse dice chiese chiede domandò domanda rispose risponde esclamò gridò mormorò sussurrò aggiunse replicò riprese continuò osservò spiegò ' +
      'dichiarò sospirò ordinò protestò insistette interruppe pensò fece',
    male: 'egli lui',
    female: 'ella lei',
    maleTitles: 'signor sig don re principe duca conte zio padre fratello',
    femaleTitles: 'signora signorina donna regina principessa duchessa contessa zia madre sorella',
    titles: 'dottor dottore capitano colonnello generale professore ispettore',
  },
  ru: {
    verbs:
      'сказал сказала говорил говорила спросил спросила ответил ответила отвечал отвечала крикнул крикнула закричал закричала воскликнул воскликнула ' +
      'прошептал прошептала шепнул шепнула пробормотал пробормотала добавил добавила продолжал продолжала заметил заметила возразил возразила проговорил ' +
      'проговорила произнёс произнесла вздохнул вздохнула подумал подумала',
    male: 'он его ему',
    female: 'она её ей',
    maleTitles: 'господин князь граф царь дядя отец брат',
    femaleTitles: 'госпожа княгиня княжна графиня царица тётя мать сестра',
    titles: 'доктор капитан полковник генерал профессор',
  },
};

const known = new Map<string, SpeechWords>();

/** Returns the words of a language; those of English for a language without a list, which then hardly ever match. */
export function speechWords(language: string): SpeechWords {
  const base = baseLanguage(language);
  const found = known.get(base) ?? toSets(lists[base] ?? lists['en']);
  known.set(base, found);
  return found;
}

function set(text = ''): ReadonlySet<string> {
  return new Set(text.split(' ').filter((each) => each !== ''));
}

function toSets(words: WordLists | undefined): SpeechWords {
  return {
    verbs: set(words?.verbs),
    male: set(words?.male),
    female: set(words?.female),
    maleTitles: set(words?.maleTitles),
    femaleTitles: set(words?.femaleTitles),
    titles: set(words?.titles),
  };
}

const word = /[\p{L}\p{M}](?:[\p{L}\p{M}]|[’'](?=\p{L}))*/gu;

/** Reports whether a text has a verb of saying. */
export function hasSpeechVerb(text: string, language: string): boolean {
  const { verbs } = speechWords(language);
  return wordsOf(text).some((each) => verbs.has(each));
}

/** Returns the words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(word)].map(([each]) => each.toLowerCase());
}
