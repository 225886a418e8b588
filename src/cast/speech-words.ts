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
  /** Titles of married women, which stand before a surname or the name of a husband. */
  readonly wives: ReadonlySet<string>;
  /** Pronouns that are subjects: `he`, `she`, `I`. */
  readonly subjects: ReadonlySet<string>;
  /** Words between a subject and its verb that are neither: `had`, `then`. In English also every adverb with -ly. */
  readonly passedOver: ReadonlySet<string>;
  /** Words before the subject of a sentence: `and`, `then`. */
  readonly openers: ReadonlySet<string>;
  /** Words that present a person: `it was Anne`. */
  readonly presents: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly relatives: ReadonlySet<string>;
  /** Words that join a name to another noun: `the sister of Anne`, `Tom and Anne`. */
  readonly joins: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
}

interface WordLists {
  readonly verbs: string;
  readonly male: string;
  readonly female: string;
  readonly maleTitles: string;
  readonly femaleTitles: string;
  readonly titles: string;
  readonly wives?: string;
  readonly subjects: string;
  readonly passedOver?: string;
  readonly openers?: string;
  readonly presents?: string;
  readonly determiners?: string;
  readonly relatives?: string;
  readonly joins?: string;
  readonly prepositions?: string;
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
    maleTitles: 'mr sir lord king prince duke father uncle brother master squire baron count marquis',
    femaleTitles:
      'mrs miss ms lady queen princess mother aunt sister madam madame dame baroness countess marchioness duchess',
    titles: 'dr doctor captain colonel general major professor inspector sergeant judge reverend',
    wives: 'mrs',
    subjects: 'he she i',
    passedOver:
      'had then at last only again also even would could not help to be have merely just always now still simply once did do does was thus never ' +
      'ever has must might should here there when',
    openers: 'and but then so when as while after at last now for presently here yet though',
    presents: 'it was is',
    determiners: 'the a an this that his her its their my our another one',
    relatives: 'who which that',
    joins: 'of and or with',
    prepositions:
      'to in at from by on into upon about for toward towards behind before after over under like than as if because that which who',
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
    subjects: 'er sie ich',
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
    subjects: 'il elle je',
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
    subjects: 'él ella yo',
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
    subjects: 'egli lui lei ella io',
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
    subjects: 'он она я',
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

function set(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** A list that a language does not have is empty. */
function toSets(words: WordLists | undefined): SpeechWords {
  const sets = new Map(Object.entries(words ?? {}).map(([name, text]: readonly [string, string]) => [name, set(text)]));
  const listed = (name: keyof WordLists): ReadonlySet<string> => sets.get(name) ?? new Set();
  return {
    verbs: listed('verbs'),
    male: listed('male'),
    female: listed('female'),
    maleTitles: listed('maleTitles'),
    femaleTitles: listed('femaleTitles'),
    titles: listed('titles'),
    wives: listed('wives'),
    subjects: listed('subjects'),
    passedOver: listed('passedOver'),
    openers: listed('openers'),
    presents: listed('presents'),
    determiners: listed('determiners'),
    relatives: listed('relatives'),
    joins: listed('joins'),
    prepositions: listed('prepositions'),
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
