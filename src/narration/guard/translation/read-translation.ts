import { z } from 'zod';
import { readJson } from '../../ask/read-json.ts';
import { readAnswer } from '../answer/read-answer.ts';

/** Returns the form of a translation of `count` paragraphs. */
export function translationForm(count: number) {
  return z.object({ paragraphs: z.array(z.object({ n: z.coerce.number(), text: z.string() })).length(count) });
}

/**
 * Returns the `count` paragraphs of a translation, by the numbers that they have: of a JSON object as our schema has it, otherwise behind `[1]`, `[2]` at
 * the beginning of lines. Undefined when one is missing, out of order, or more follow. Text before the first does not count.
 */
export function readTranslation(completion: string, count: number): readonly string[] | undefined {
  const json = translationForm(count).safeParse(readJson(completion));
  if (json.success) {
    const { paragraphs } = json.data;
    return isInOrder(
      paragraphs.map(({ n }) => n),
      count,
    )
      ? paragraphs.map(({ text }) => text)
      : undefined;
  }
  const read = readAnswer(completion);
  const text = read?.passages.map((passage) => passage.text).join('\n\n') ?? '';
  const parts = numberStyles.map((style) => partsAt(text, style, count)).find((found) => found !== undefined);
  // A paragraph of a book is one line. Without the form, what follows the last one behind an empty line is a remark.
  return read?.isWrapped === false ? parts?.map((part, at) => (at < count - 1 ? part : firstLines(part))) : parts;
}

/** `[1]`, `**[1]**` and `[1]:`, then `1.` and `1)`. */
const numberStyles: readonly RegExp[] = [
  /^[^\S\n]*(?:\*\*)?\[(\d{1,4})\]:?(?:\*\*)?:?[^\S\n]*/gmu,
  /^[^\S\n]*(?:\*\*)?(\d{1,4})[.):](?:\*\*)?[^\S\n]+/gmu,
];

function partsAt(text: string, style: RegExp, count: number): string[] | undefined {
  const marks = [...text.matchAll(style)];
  const first = marks.findIndex(([, number]) => number === '1');
  if (
    first < 0 ||
    !isInOrder(
      marks.slice(first).map(([, number]) => Number(number)),
      count,
    )
  )
    return undefined;
  return marks.slice(first).map(({ 0: mark, index }, at, own) => text.slice(index + mark.length, own[at + 1]?.index));
}

function firstLines(part: string): string {
  return part.trim().split(/\n\s*\n/u)[0] ?? '';
}

/** Returns the translation of one text that was asked for alone, without a number. */
export function readPlainTranslation(completion: string): string | undefined {
  const text = readAnswer(completion)
    ?.passages.map((passage) => passage.text)
    .join(' ');
  return text?.replace(/^\s*\[1\]\s*/u, '');
}

function isInOrder(numbers: readonly number[], count: number): boolean {
  return numbers.length === count && numbers.every((number, index) => number === index + 1);
}
