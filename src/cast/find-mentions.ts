import { findNames } from '../text/lexicon/find-names.ts';
import type { NamedText } from '../text/lexicon/find-names.ts';
import { speechWords } from './speech-words.ts';
import type { Gender } from './character.ts';

/** A name in a text. */
export interface Mention {
  /** As it is written, with its title: `Mr. Darcy`. */
  readonly written: string;
  /** The title in lower case, without a full stop. */
  readonly title: string;
  /** The words of the name. */
  readonly words: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Returns a function that finds the names of people in a text of a book, which is given whole to learn what is a name in it. */
export function mentionFinder(texts: readonly NamedText[], language: string): (text: string) => Mention[] {
  const words = speechWords(language);
  const titles = new Set([...words.titles, ...words.maleTitles, ...words.femaleTitles]);
  const frequent = findNames(texts).filter(({ kind, count }) => kind === 'name' && count > 1);
  const all = new Set([...frequent.map(({ written }) => written), ...namesAfterTitles(texts, titles)]);
  const isPronoun = (name: string): boolean => [words.male, words.female].some((set) => set.has(name.toLowerCase()));
  // `the Bennets` are not a person.
  const isPlural = (name: string): boolean => name.endsWith('s') && all.has(name.slice(0, -1));
  const names = new Set([...all].filter((name) => !isPlural(name) && !isPronoun(name)));
  return (text) => [...mentionsIn(text, names, titles)];
}

/** Only a short title is an abbreviation with a full stop: after `his father.` a sentence begins. A name may be the title of the next: `said Mrs. Pell`. */
const titled = /(?<![\p{L}\p{M}])(\p{L}{1,4}(?=\.)|\p{L}+(?!\.))\.?\s(?=(\p{Lu}[\p{L}\p{M}]+))/gu;

/** A name that only occurs after a title follows a full stop, so that its capital alone proves nothing. */
function* namesAfterTitles(texts: readonly NamedText[], titles: ReadonlySet<string>): Generator<string> {
  const seen = new Set<string>();
  for (const { text } of texts) {
    for (const [, title = '', name = ''] of text.matchAll(titled)) {
      if (!titles.has(title.toLowerCase())) continue;
      if (seen.has(name)) yield name;
      seen.add(name);
    }
  }
}

/** Returns the gender that a title implies. */
export function genderOfTitle(title: string, language: string): Gender | undefined {
  const { maleTitles, femaleTitles } = speechWords(language);
  if (femaleTitles.has(title)) return 'female';
  return maleTitles.has(title) ? 'male' : undefined;
}

const run =
  /\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{Lu}[\p{L}\p{M}]*)*\.?(?:\s+\p{Lu}[\p{L}\p{M}]+(?:[’'-]\p{Lu}[\p{L}\p{M}]*)*)*/gu;

/** Yields the names in a text. Each is cut from a run of words with capitals, such as `But Mr. Darcy`. */
function* mentionsIn(text: string, names: ReadonlySet<string>, titles: ReadonlySet<string>): Generator<Mention> {
  for (const { 0: matched, index } of text.matchAll(run)) {
    const words = [...matched.matchAll(/\S+/gu)].map(({ 0: written, index: at }) => ({
      written,
      bare: written.replace(/\.$/u, ''),
      from: index + at,
    }));
    yield* namesInRun(text, words, { names, titles });
  }
}

/** Yields the names of a run: of `met Brett. Brett` both. */
function* namesInRun(
  text: string,
  words: readonly RunWord[],
  known: { readonly names: ReadonlySet<string>; readonly titles: ReadonlySet<string> },
): Generator<Mention> {
  const { names, titles } = known;
  const isTitle = (word: RunWord): boolean => titles.has(word.bare.toLowerCase());
  const start = words.findIndex((word) => isTitle(word) || names.has(word.bare));
  const first = words[start];
  if (!first) return;
  const title = isTitle(first) && words.length > start + 1 ? first.bare.toLowerCase() : '';
  const begin = title === '' ? start : start + 1;
  const name = nameAt(words.slice(begin), names);
  const last = name.at(-1);
  if (last) {
    const to = last.from + last.bare.length;
    const written = text.slice(first.from, to).replaceAll(/\s+/gu, ' ');
    yield { written, title, words: name.map(({ bare }) => bare), from: first.from, to };
  }
  yield* namesInRun(text, words.slice(begin + Math.max(1, name.length)), known);
}

interface RunWord {
  readonly written: string;
  /** Without a full stop. */
  readonly bare: string;
  readonly from: number;
}

/** Returns the words of the name at the beginning. A full stop ends it, except after an initial. */
function nameAt(words: readonly RunWord[], names: ReadonlySet<string>): readonly RunWord[] {
  const stranger = words.findIndex(({ bare }) => !names.has(bare));
  const own = stranger < 0 ? words : words.slice(0, stranger);
  const end = own.findIndex(({ written, bare }) => written !== bare && bare.length > 1);
  return end < 0 ? own : own.slice(0, end + 1);
}
