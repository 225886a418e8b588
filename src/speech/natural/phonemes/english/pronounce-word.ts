import { symbolWords, wordForms } from '../../../../languages/en/word-forms.ts';
import type { FormCondition } from '../../../../languages/en/word-forms.ts';
import { endings, pluralEnding } from './endings.ts';
import type { PartOfSpeech } from './part-of-speech.ts';
import { spelled, stressWeight, withStress } from './stress.ts';
import type { Stress } from './stress.ts';
import type { Variety } from './to-kokoro.ts';

/** Where a word stands. */
export interface WordContext {
  readonly partOfSpeech?: PartOfSpeech | undefined;
  /** The kind of sound that follows, or undefined before a mark and at the end. */
  readonly next: 'vowel' | 'consonant' | undefined;
  /** It is the `used` of a habit: `used to go`, `is used to it`. */
  readonly isHabit?: boolean | undefined;
  /** It is in capitals because it is read letter by letter, not for emphasis. */
  readonly isSpelled?: boolean | undefined;
}

/** The sources of the sounds of words. */
export interface WordSources {
  readonly variety: Variety;
  /** Returns the model's own pronunciation of a word in small letters. */
  readonly lookUp: (word: string) => string | undefined;
  /** Returns the other readings of a word as it is written, each with its condition. `-` is read letter by letter. */
  readonly readings: (word: string) => readonly (readonly [condition: string, reading: string])[];
  /** Returns a word that no lexicon has, where it was asked for elsewhere. */
  readonly unlisted?: ((word: string) => string | undefined) | undefined;
}

/**
 * Returns a word in misaki's letters, or undefined when neither it nor what it is made of is known. A compound has one primary stress less than
 * it has words of equal weight.
 */
export function pronounceWord(word: string, context: WordContext, sources: WordSources): string | undefined {
  const whole = knownWord(word, context, sources);
  if (whole === undefined && word.startsWith("'")) return pronounceWord(word.slice(1), context, sources);
  if (whole !== undefined) return whole;
  const parts = partsOf(word);
  if (parts.length === 1) return sources.unlisted?.(word);
  const pieces = piecesOf(parts, context, sources);
  return pieces && joined(pieces);
}

/** Returns what has to be asked for elsewhere before a word can be pronounced: itself, or parts of it. */
export function unlistedParts(word: string, sources: WordSources): readonly string[] {
  const anywhere: WordContext = { next: undefined };
  if (pronounceWord(word, anywhere, sources) !== undefined) return [];
  return partsOf(word.replace(/^'/u, '')).filter(
    (part) => part !== '' && knownWord(part, anywhere, sources) === undefined,
  );
}

/** Divides compounds at their hyphens, and names such as `GitHub` and `MacOS` at their capitals. */
function partsOf(word: string): readonly string[] {
  return word.split(/-|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
}

interface Piece {
  readonly text: string;
  readonly phonemes: string;
}

/** Words of the longest compound in the lexicons, `what-you-see-is-what-you-get`. */
const longestCompound = 7;

/** Takes the longest known end of a compound at a time. */
function piecesOf(words: readonly string[], context: WordContext, sources: WordSources): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let { next } = context;
  for (let end = words.length; end > 0;) {
    const found = endOf(words.slice(Math.max(0, end - longestCompound), end), { ...context, next }, sources);
    if (!found) return undefined;
    if (found.phonemes !== '') pieces.push(found);
    next = nextSound(found.phonemes, next);
    end -= found.length;
  }
  return pieces.toReversed();
}

function endOf(
  words: readonly string[],
  context: WordContext,
  sources: WordSources,
): (Piece & { readonly length: number }) | undefined {
  for (const start of words.keys()) {
    const text = words.slice(start).join('-');
    const isOne = start === words.length - 1;
    const phonemes =
      text === '' ? '' : (knownWord(text, context, sources) ?? (isOne ? sources.unlisted?.(text) : undefined));
    if (phonemes !== undefined) return { text, phonemes, length: words.length - start };
  }
  return undefined;
}

function joined(pieces: readonly Piece[]): string {
  const ranked = pieces
    .map(({ phonemes }, index) => ({ index, isPrimary: phonemes.includes('ˈ'), weight: stressWeight(phonemes) }))
    .toSorted((a, b) => Number(a.isPrimary) - Number(b.isPrimary) || a.weight - b.weight || a.index - b.index);
  const weaker = new Set<number>();
  if (pieces.length === 2 && pieces[0]?.text.length === 1) weaker.add(1);
  else if (ranked.filter(({ isPrimary }) => isPrimary).length > Math.floor((pieces.length + 1) / 2)) {
    for (const { index } of ranked.slice(0, Math.floor(pieces.length / 2))) weaker.add(index);
  }
  return pieces.map(({ phonemes }, index) => (weaker.has(index) ? withStress(phonemes, 'less') : phonemes)).join('');
}

/** Returns the kind of the first sound of phonemes, or `after` when they have none that counts. */
export function nextSound(phonemes: string, after: WordContext['next']): WordContext['next'] {
  const first = /[AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻbdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ]/u.exec(phonemes)?.[0];
  if (first === undefined) return after;
  return /[AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ]/u.test(first) ? 'vowel' : 'consonant';
}

function knownWord(word: string, context: WordContext, sources: WordSources): string | undefined {
  const form = formOf(word, context, sources.variety);
  if (form !== undefined) return form;
  if (word.includes('.')) return lettersOf(word.replaceAll('.', ''), sources);
  const letters = acronym(word, sources);
  if (letters !== undefined) return letters;
  const own = symbolWords.get(word) ?? word;
  const stress = stressOf(own);
  return (
    spellings(own)
      .map((name) => listed(name, stress, context, sources))
      .find((phonemes) => phonemes !== undefined) ??
    withEnding(stress === 'much' ? own.toLowerCase() : own, stress, context, sources) ??
    shortened(own, context, sources) ??
    unlistedLetters(own, sources)
  );
}

/** The plural or the possessive of letters: `IDs`, `the BBC's`. */
function acronym(word: string, sources: WordSources): string | undefined {
  const [, letters = '', ending] = /^(\p{Lu}{2,})('?)s$/u.exec(word) ?? [];
  const name =
    letters === '' || (ending !== '' && sources.lookUp(letters.toLowerCase()) !== undefined)
      ? undefined
      : lettersOf(letters, sources);
  return name === undefined ? undefined : pluralEnding.added(name, sources.variety);
}

/** Capitals give a word without stress some. */
function stressOf(word: string): Stress | undefined {
  if (word === word.toLowerCase()) return undefined;
  return word === word.toUpperCase() ? 'much' : 'some';
}

/** The spellings under which a word may be listed: `boys'` as the plural is, or as `boy's`. */
function spellings(word: string): readonly string[] {
  if (!word.endsWith("'")) return [word];
  return [word, ...(word.endsWith("s'") ? [`${word.slice(0, -2)}'s`] : []), word.slice(0, -1)];
}

/** A word with a shortened one behind it: `that'll`. */
function shortened(word: string, context: WordContext, sources: WordSources): string | undefined {
  const [, stem = '', ending = ''] = /^(.*[^'])('\p{L}+)$/u.exec(word) ?? [];
  const added = stem === '' ? undefined : sources.lookUp(ending.toLowerCase());
  if (added === undefined) return undefined;
  const start = knownWord(stem, { ...context, next: 'vowel' }, sources);
  return start === undefined ? undefined : start + added;
}

/** Longer words in capitals that nobody lists are words more often than letters. */
const longestSpelled = 5;

function unlistedLetters(word: string, sources: WordSources): string | undefined {
  return /^\p{Lu}{2,}$/u.test(word) && word.length <= longestSpelled ? lettersOf(word, sources) : undefined;
}

function formOf(
  word: string,
  { next, partOfSpeech, isHabit, isSpelled }: WordContext,
  variety: Variety,
): string | undefined {
  const lower = word.toLowerCase();
  const forms = Object.hasOwn(wordForms, lower) ? wordForms[lower] : undefined;
  if (!forms || isSpelled === true || (lower === 'i' && word !== 'I')) return undefined;
  const holds: Readonly<Record<FormCondition, boolean>> = {
    always: true,
    inside: next !== undefined && word === lower,
    end: next === undefined,
    vowel: next === 'vowel',
    consonant: next === 'consonant',
    adverb: partOfSpeech === 'adverb',
    habit: isHabit === true,
  };
  const form = forms.find(([condition]) => holds[condition]);
  return form && (variety === 'british' ? (form[2] ?? form[1]) : form[1]);
}

/** Looks a word up as it is written, then in small letters. */
function listed(
  word: string,
  stress: Stress | undefined,
  context: WordContext,
  sources: WordSources,
): string | undefined {
  const lower = word.toLowerCase();
  if (lower.length === 1 && /\p{L}/u.test(lower)) return lettersOf(lower, sources);
  const reading = readingOf(word, context, sources) ?? readingOf(lower, context, sources) ?? sources.lookUp(lower);
  if (reading === '-') return lettersOf(word, sources);
  return reading === undefined ? undefined : withStress(reading, stress);
}

function readingOf(word: string, context: WordContext, { readings }: WordSources): string | undefined {
  const rows = readings(word);
  if (rows.length === 0) return undefined;
  return conditionsOf(context)
    .map((condition) => rows.find((row) => row[0] === condition))
    .find((row) => row !== undefined)?.[1];
}

/** The conditions that hold, the one that decides first. */
function conditionsOf({ next, partOfSpeech, isSpelled }: WordContext): readonly string[] {
  return [
    ...(isSpelled === true ? ['spelled'] : []),
    ...(next === undefined ? ['end'] : []),
    ...(partOfSpeech === undefined ? [] : [partOfSpeech]),
    ...(partOfSpeech === 'past' ? ['verb'] : []),
    ...(partOfSpeech === 'material' ? ['noun'] : []),
    ...(partOfSpeech === 'attribute' ? ['adjective', 'noun'] : []),
    'any',
  ];
}

function withEnding(
  word: string,
  stress: Stress | undefined,
  context: WordContext,
  sources: WordSources,
): string | undefined {
  for (const [index, { stems, added }] of endings.entries()) {
    const isIng = index === endings.length - 1;
    const stem = stems(word)
      .map((name) => listed(name, stress ?? (isIng ? 'some' : undefined), context, sources))
      .find((phonemes) => phonemes !== undefined);
    const phonemes = stem === undefined ? undefined : added(stem, sources.variety);
    if (phonemes !== undefined) return phonemes;
  }
  return undefined;
}

function lettersOf(word: string, { lookUp }: WordSources): string | undefined {
  const names = Array.from(word.toLowerCase(), (letter) => lookUp(letter));
  return names.every((name) => name !== undefined) ? spelled(names.map((name) => withStress(name, 'much'))) : undefined;
}
