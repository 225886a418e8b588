/** Kinds of English function words that say what stands beside them. */
export type ContextKind =
  | 'article'
  | 'determiner'
  | 'possessive'
  | 'subject'
  | 'third'
  | 'object'
  | 'auxiliary'
  | 'modal'
  | 'be'
  | 'have'
  | 'preposition'
  | 'conjunction'
  | 'adverb'
  | 'degree'
  | 'adjective'
  | 'causative'
  | 'present';

const lists: Readonly<Record<ContextKind, string>> = {
  article: 'a an the this these those each any every some no',
  determiner:
    'a an the this these those each every any some no such what which another either neither much many few several both all more most ' +
    'less least one two three four five six seven eight nine ten own other same first last next',
  possessive: 'my your his her its our their whose thy thine',
  subject:
    'i you he she it we they who whoever there thou ye one nothing everything everybody nobody somebody everyone anyone someone',
  third: 'he she it who everybody nobody somebody everyone anyone someone one there',
  object: 'me him her us them it you myself yourself himself herself itself ourselves themselves thee this these those',
  auxiliary: "do does did to let lets don't doesn't didn't cannot help dare need",
  modal:
    "will would can could shall should may might must won't wouldn't can't couldn't shan't shouldn't mustn't " +
    "i'll you'll he'll she'll it'll we'll they'll i'd you'd he'd she'd we'd they'd wilt shalt canst",
  be: "be am is are was were been being isn't aren't wasn't weren't i'm you're he's she's it's we're they're that's there's what's who's art wert",
  have: "have has had having haven't hasn't hadn't i've you've we've they've hast hath",
  preposition:
    'of in on at by with from into for upon without about after before against among between during through under over toward towards ' +
    'within beyond beside besides despite until till except like than amid amidst amongst across along behind beneath near onto out off',
  conjunction: 'and but or nor if when because as though although while whereas where how why whether since unless',
  adverb:
    'not never always often also still ever just only now then here there even again already almost rather soon sometimes perhaps once ' +
    'thus hence together away back up down well first both all',
  adjective:
    'great good little small large long short old new young high low full real true whole certain common best better bad poor rich dear ' +
    'free fresh strong only further',
  causative: 'let lets make makes made making help helps helped see saw hear heard watch watched bid',
  present: "am is are do does don't doesn't isn't aren't it's that's i'm every always often usually sometimes today",
  degree: 'very so too more most less least quite rather how as extremely',
};

const kinds = new Map(Object.entries(lists).map(([kind, words]) => [kind, wordSet(words)]));
const all = new Set([...kinds.values()].flatMap((words) => [...words]));

/** Reports whether a word in small letters is of one of the kinds, or of any when none is named. */
export function isContextWord(word: string | undefined, ...of: readonly ContextKind[]): boolean {
  if (word === undefined) return false;
  return of.length === 0 ? all.has(word) : of.some((kind) => kinds.get(kind)?.has(word));
}

/** Reports whether a word in small letters is an adjective by its look. */
export function looksLikeAdjective(word: string): boolean {
  return (
    isContextWord(word, 'adjective') ||
    /..(?:al|ous|ful|less|able|ible|ive|ic|ant|ent|ary|ory|ite|ish|est)$/u.test(word)
  );
}

const inPhrases = wordSet('about near over as how why what where which');

/** Reports whether `in` or `by` belongs to a word in small letters after it: `in about an hour`, `by how much`. */
export function isInPhrase(word: string | undefined): boolean {
  return word !== undefined && inPhrases.has(word);
}

/** Past tenses that do not end in -ed, by which the tense of a sentence is known. */
const pastTenses = wordSet(
  'was were had did said went came saw took gave got made thought knew found told felt left stood sat kept heard brought began ran ' +
    'wrote spoke broke held fell grew drew threw blew flew sent spent lost met paid led slept meant built bought caught taught sought ' +
    "rose drove rode chose woke wore swore sang rang sank drank sprang ate forgot understood became couldn't didn't wasn't weren't hadn't could",
);

/** Reports whether a word in small letters is a past tense. */
export function isPastTense(word: string): boolean {
  return pastTenses.has(word) || (word.length > 4 && word.endsWith('ed'));
}

/** Reports whether a word in capitals, here in small letters, is read by its letters where it may be. Function words are so after `the` only. */
export function isAbbreviation(word: string, previous: string): boolean {
  if (word === 'am') return previous !== 'i';
  return previous === 'the' || !isContextWord(word);
}

/** Verbs of saying and thinking: the `that` after them begins a clause. */
const sayingVerbs = wordSet(
  'say says said saying think thinks thought thinking know knows knew known tell tells told telling believe believed hope hoped see saw ' +
    'seen find found feel felt suppose supposed fear feared wish wished declare declared swear swore hear heard understand understood ' +
    'perceive perceived remember remembered learn learned learnt sure glad afraid certain sorry so such now fact me him us them you it ' +
    'fancy fancied imagine imagined conclude concluded agree agreed show showed doubt is was',
);

/** Reports whether a `that` after a word in small letters begins a clause. */
export function isBeforeClause(word: string): boolean {
  return sayingVerbs.has(word);
}

/** What `that` points at: nouns of time, place and manner, and what stands before a noun. */
const pointedAt = wordSet(
  'day night time moment hour evening morning afternoon year week month season instant way place point one same very kind sort respect ' +
    'subject thing side case manner man woman boy girl fellow old poor little dear part matter end purpose direction account ground',
);

/** Reports whether `that` points at a word in small letters. */
export function isPointedAt(word: string): boolean {
  return pointedAt.has(word);
}

/** Words of several readings that are a verb where nothing says what they are. */
const usualVerbs = wordSet('live lives');

/** Words of several readings that are a noun, also before a noun. */
const usualNouns = wordSet('minute minutes');

/** Words of several readings whose usual one is that of an adjective. */
const usualAdjectives = wordSet('close closer live');

/** Returns what a word of several readings is where its neighbours do not say. */
export function usualPartOfSpeech(word: string): 'verb' | 'noun' | undefined {
  if (usualVerbs.has(word)) return 'verb';
  return usualNouns.has(word) ? 'noun' : undefined;
}

/** Reports whether a word of several readings has the usual one before a noun. */
export function isUsuallyAdjective(word: string): boolean {
  return usualAdjectives.has(word);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
