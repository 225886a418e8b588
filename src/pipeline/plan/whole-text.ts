import type { Chapter } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';

/** The segments of a chapter. */
interface SpokenChapter {
  readonly segments: readonly { readonly text: string; readonly isAnnouncement?: boolean | undefined }[];
}

/** Is never spoken. */
const marker = /<<|>>/u;

/**
 * Asserts that every character of the chapter is in exactly one segment, in order (docs/specification.md, "Purpose"). White
 * space and bare `<<` `>>` markers do not count. Throws `internal` with the chapter and the first difference.
 */
export function assertWholeText(chapter: Chapter, { segments }: SpokenChapter, place = 0): void {
  const ofBook = segments.filter(({ isAnnouncement }) => !isAnnouncement).map(({ text }) => text);
  const whole = chapter.blocks.map(({ text }) => text).join('\n');
  // Found at once where nothing was cleaned.
  if (!marker.test(whole) && standsInOrder(whole, ofBook)) return;
  // Does not use cleanText: this also checks the cleaning.
  const expected = chapter.blocks.map((block) => block.text.replaceAll(/<<|>>|\s+/gu, '')).join('');
  const actual = ofBook.map((text) => text.replaceAll(/\s+/gu, '')).join('');
  if (actual !== expected) throw differenceError({ place, title: chapter.title, expected, actual });
}

const space = /\s*/uy;

/** Reports whether texts are all of the whole in their order, with nothing but white space between them. */
function standsInOrder(whole: string, texts: readonly string[]): boolean {
  const afterSpace = (start: number): number => {
    space.lastIndex = start;
    space.test(whole);
    return space.lastIndex;
  };
  let at = afterSpace(0);
  for (const text of texts) {
    if (!whole.startsWith(text, at)) return false;
    at = afterSpace(at + text.length);
  }
  return at === whole.length;
}

interface TextDifference {
  readonly place: number;
  readonly title: string;
  readonly expected: string;
  readonly actual: string;
}

function differenceError({ place, title, expected, actual }: TextDifference): AudiobookError {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const show = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
  return new AudiobookError(
    'internal',
    `The plan of chapter ${place + 1} ("${title}") differs from its text at character ${at + 1}: ` +
      `the text has ${show(expected)}, the plan ${show(actual)}.`,
  );
}
