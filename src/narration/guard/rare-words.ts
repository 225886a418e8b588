import { countEach } from '../../core/collections/count-each.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { isUnspaced } from '../../text/segmenter.ts';
import { allWords } from './source-text.ts';
import { contentStems, namesInside, sharesStem, stemOf } from './stems.ts';

/** Chapters that show which words are common in a book, at least, and their share that has such a word. */
const minChapters = 4;
const maxShare = 0.25;

/** Returns the stems of words that say little about one chapter of a book: those of many of its chapters. None for a book with few chapters. */
export function commonStems(chapters: readonly string[]): ReadonlySet<string> {
  if (chapters.length < minChapters) return new Set();
  const counts = countEach(chapters.flatMap((text) => [...contentStems(text)]));
  return new Set([...counts].filter(([, count]) => count > chapters.length * maxShare).map(([stem]) => stem));
}

/** The words of a chapter that show whether a text is about it: neither common in the book nor words of our request. */
export interface ChapterWords {
  readonly stems: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Words of our request, and those that are common in the book. */
  readonly asked: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
  /** Every word, in small letters. */
  readonly all: ReadonlySet<string>;
  readonly hasCapitals: boolean;
}

/** Returns the words of a chapter for `isAbout`. */
export function chapterWords(chapter: string, request: string, common: ReadonlySet<string>): ChapterWords {
  const asked = contentStems(request);
  const all = new Set(allWords(chapter));
  const names = new Set(
    namesIn(chapter)
      .map(stemOf)
      .filter((name) => !asked.has(name)),
  );
  const ignored = new Set([...asked, ...common]);
  const hasCapitals = /\p{Lu}/u.test(chapter);
  return { stems: contentStems(chapter), names, asked, ignored, all, hasCapitals };
}

/** Returns the stems of all words with a capital. */
function capitalStems(text: string): string[] {
  return (text.match(/(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]*/gu) ?? []).map((word) => stemOf(word));
}

/** Returns the words of a text that have a capital wherever they stand. */
function namesIn(text: string): string[] {
  const words = new Set(text.match(/[\p{L}\p{M}]{3,}/gu));
  return [...words].filter((word) => /^\p{Lu}/u.test(word) && !words.has(word.toLowerCase()));
}

/**
 * Rare words and names that a text about a chapter has: two, however short it is, and one more for each 15 words up to four. Good retellings have one in
 * five words; 43 words of nonsense by a real model had two.
 */
const [minShared, maxNeeded] = [2, 4];
const wordsPerShared = 15;
/**
 * Least share of its rare words that a retelling has from its chapter, from `minRare` of them on. Of passages of 100 words from other books 95 % have
 * less than 0.18, whatever the length of the chapter (five novels, words of a quarter of the chapters left out); the retellings of
 * our tests, in eight languages, have 0.56 and more.
 */
const minShare = 0.2;
const minRare = 12;

/** Reports whether a text has rare words or names of a chapter, and mostly no others. */
export function isAbout(text: string, words: ChapterWords): boolean {
  const rare = [...contentStems(text)].filter((stem) => !words.ignored.has(stem));
  const shared = rare.filter((stem) => words.stems.has(stem));
  const named = capitalStems(text).filter((word) => words.names.has(word));
  const known = new Set([...shared, ...named]).size;
  const needed = Math.min(maxNeeded, Math.max(minShared, Math.ceil(sizeInWords(text) / wordsPerShared)));
  if (known < needed && isOfBook(text, words)) return true;
  return known >= needed && (rare.length < minRare || known >= rare.length * minShare);
}

/** Words that a text shares with its chapter, at least and as a share of its own, where every chapter of the book has the same ones. */
const minOfBook = 6;
const minShareOfBook = 0.5;

function isOfBook(text: string, { stems, asked }: ChapterWords): boolean {
  const own = [...contentStems(text)];
  const shared = own.filter((stem) => stems.has(stem) && !asked.has(stem));
  return shared.length >= minOfBook && shared.length >= own.length * minShareOfBook;
}

/** A remark to the person who asked is short. */
const maxRemarkWords = 30;

/**
 * Returns the sentences at both ends of a script, and whole paragraphs, that have no word and no name that the chapter is about: where no judge says what
 * is narration, they are taken for remarks to the person who asked. What makes up half of the script is none.
 */
export function likelyRemarks(paragraphs: readonly string[], words: ChapterWords, language: string): readonly string[] {
  const sentences = paragraphs.flatMap((paragraph) => splitSentences(paragraph, language));
  const size = sizeInWords(sentences.join(' '));
  const isRemark = (text: string): boolean => {
    const isShort = sizeInWords(text) <= maxRemarkWords && sizeInWords(text) * 2 <= size;
    return isShort && !isNear(text, words);
  };
  const begin = sentences.findIndex((sentence) => !isRemark(sentence));
  const end = sentences.findLastIndex((sentence) => !isRemark(sentence));
  if (begin < 0) return [];
  return [...sentences.slice(0, begin), ...sentences.slice(end + 1), ...paragraphs.filter(isRemark)];
}

/** Words that an exclamation to the person who asked has in common with a chapter by chance. */
const maxByChance = 1;
/** Share of all words that a sentence about a chapter has from it, in scripts without capitals: their words are short. */
const minKnown = 0.6;

/** Reports whether a sentence has a word that shows what the chapter is about. */
function isNear(sentence: string, { stems, names, ignored, all, hasCapitals }: ChapterWords): boolean {
  const own = allWords(sentence);
  const shared = [...contentStems(sentence)].filter((stem) => stems.has(stem) && !ignored.has(stem)).length;
  if (capitalStems(sentence).some((stem) => names.has(stem)) || shared > (/[!！]$/u.test(sentence) ? maxByChance : 0))
    return true;
  return !hasCapitals && !isUnspaced(sentence) && own.filter((word) => all.has(word)).length >= own.length * minKnown;
}

/** Names of a text that its chapter does not have, from which it tells another story, where these are most of its names. */
const minInvented = 2;
/** Share of words with a capital inside of sentences from which on a capital shows no name: every noun has one. */
const maxCapitals = 0.12;

/** Reports whether most names of a text are none of its chapter. In scripts without capitals, and where nouns have them, there are no names here. */
export function inventsNames(text: string, chapter: string): boolean {
  const inside = namesInside(chapter);
  if (inside.length > sizeInWords(chapter) * maxCapitals) return false;
  const often = [...countEach(namesInside(text))].filter(([, count]) => count > 1).map(([name]) => name);
  const known = new Set(chapter.match(/[\p{L}\p{M}]+/gu)?.map(stemOf));
  const invented = often.filter((name) => !sharesStem(name, known));
  return invented.length >= minInvented && invented.length > often.length / 2;
}
