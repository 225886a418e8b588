import { normalizeForComparison } from '../normalize-for-comparison.ts';
import { startsLikeChapter } from './title-patterns.ts';
import { titleWords } from './title-words.ts';

/** Begins a subtitle, the name of a series, or the author. */
const subtitle = new RegExp(`\\s*[:;,.(（[【〈《|/–—]\\s*|\\s+-+\\s+|\\s+(?:${titleWords('by')})\\s+`, 'giu');
const gutenberg = /^(?:the )?project gutenberg(?:['’]s)? (?:e-?book|e-?text|edition)(?: of)?[\s,:]+/iu;
/** Titles with this many words are not the start of another title by chance. */
const minWords = 3;
const maxWords = 40;

/**
 * Reports whether a label is the title of the book, give or take a subtitle or the author in one of them: `Emma: A Novel`, but
 * not `Emma at Home`.
 */
export function isTitleOfBook(label: string, bookTitle: string): boolean {
  const [one, other] = [label, bookTitle].map((text) => text.trim().replace(gutenberg, ''));
  if (one === undefined || other === undefined) return false;
  const [text, title] = [normalizeForComparison(one), normalizeForComparison(other)];
  if (text === '' || title === '' || text === title) return text !== '' && text === title;
  return !startsLikeChapter(one) && (hasPart(one, title) || hasPart(other, text));
}

/** Reports whether a text begins or ends with a title that a sign sets off, or that has several words. */
function hasPart(text: string, title: string): boolean {
  return partsOf(text).some((part) => normalizeForComparison(part) === title);
}

function partsOf(text: string): readonly string[] {
  const heads = Array.from(text.matchAll(subtitle), ({ index }) => text.slice(0, index));
  const tail = /\s[-–—]+\s+([^-–—]+)$/u.exec(text)?.[1];
  const words = text.split(/\s+/u).slice(0, maxWords);
  const runs = Array.from({ length: Math.max(0, words.length - minWords) }, (_, index) => index + 1).flatMap(
    (count) => [words.slice(0, -count).join(' '), words.slice(count).join(' ')],
  );
  return [...heads, ...(tail === undefined ? [] : [tail]), ...runs];
}
