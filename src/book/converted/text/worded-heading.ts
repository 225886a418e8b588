import { endsSentence } from '../../../text/ends-sentence.ts';
import { isCalledChapter, isGenericTitle, startsLikePart } from '../../titles/title-patterns.ts';
import { numberOfGeneric } from './heading-number.ts';

/** Reports whether a line starts with the word for a chapter or part and its number, be it a heading or a sentence. */
export function callsItself(line: string): boolean {
  const text = withoutBrackets(line);
  return isCalledChapter(text) || startsLikePart(text);
}

/**
 * Returns how certain it is that a line with the word for a chapter is a heading. A break or a capital after the number decides; in
 * `Part two of the plan was simple.` there is neither.
 */
export function wordedKind(line: string): 'heading' | 'doubtful' | 'sentence' {
  const text = withoutBrackets(line);
  const rest = afterNumber(text);
  if (rest === undefined || rest === '' || /^[\s"“”'‘’«»„]*(?:[.:：–—―(（\-_]|\p{Lu}|\p{Lt}|\p{N})/u.test(rest))
    return 'heading';
  if (/^\s+\S?\p{Lo}/u.test(rest)) return 'heading';
  if (/[;；]|[?？]\P{L}*$/u.test(rest)) return 'sentence';
  if (/^\p{Lo}|^["“「『]/u.test(rest)) return /[，。！,]/u.test(rest) || endsSentence(rest) ? 'sentence' : 'heading';
  return 'doubtful';
}

/** Returns a line without the brackets around the whole of it: `[(第3章 …)]`. */
export function withoutBrackets(line: string): string {
  let text = line.trim();
  while (brackets.test(text)) text = text.slice(1, -1).trim();
  return text;
}

const brackets = /^(?:\[.+\]|\(.+\)|【.+】|（.+）)$/u;
const maxNumberLength = 40;

/** Returns the number of a chapter that a line calls itself: 3 for `Chapter Three: The Mail`. */
export function numberOfWorded(line: string): number | undefined {
  const text = withoutBrackets(line);
  return numberOfGeneric(text.slice(0, endOfNumber(text) ?? 0));
}

/** Returns what follows the number of a chapter; undefined when the number has a form of its own, as in `Part the Last`. */
function afterNumber(text: string): string | undefined {
  const end = endOfNumber(text);
  return end === undefined ? undefined : text.slice(end);
}

function endOfNumber(text: string): number | undefined {
  const ends = Array.from(
    text.slice(0, maxNumberLength).matchAll(endOfWord),
    ({ index, 0: { length } }) => index + length,
  );
  return ends.findLast((end) => isGenericTitle(text.slice(0, end)));
}

const endOfWord = /[章回節节話话部卷編编篇]|(?<=[\p{L}\p{N}\p{M}])(?![\p{L}\p{N}\p{M}'’])/gu;
