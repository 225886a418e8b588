import { isUnspaced } from '../../text/segmenter.ts';

/** A span of a text. */
export interface TextSpan {
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
}

/** Spans of as many words are written out. */
const maxWritten = 6;
/** First words of a longer span that are written at least, and last ones. */
const [minFirst, minLast] = [3, 2];
const elision = ' … ';

/**
 * Returns how a person names a span of a text: its words in quotation marks, of a long one the first and the last, with `#2` behind
 * the second equal one. The marks of a quotation are its own. A span that cannot be named like that gets its place: `@12-48`.
 */
export function referenceTo({ from, to }: TextSpan, text: string): string {
  for (const words of namesOf(text.slice(from, to))) {
    const quoted = words.startsWith('“') && words.endsWith('”') ? words : `“${words}”`;
    const number = occurrences(firstOf(words), text).indexOf(from) + 1;
    const reference = number > 1 ? `${quoted} #${number}` : quoted;
    const found = spanOf(reference, text);
    if (found?.from === from && found.to === to) return reference;
  }
  return `@${from}-${to}`;
}

/** Returns the span that a line of nothing but a reference names. */
function spanOf(line: string, text: string): TextSpan | undefined {
  const read = readReference(line);
  return read?.rest === '' ? findReference(read.reference, text) : undefined;
}

/** Returns the reference at the beginning of a line and what stands behind it, or undefined where there is none. */
export function readReference(line: string): { readonly reference: string; readonly rest: string } | undefined {
  const [reference] = /^(?:@\d+-\d+|“.*?”(?: #\d+)?)(?=\s|$)/u.exec(line) ?? [];
  return reference === undefined ? undefined : { reference, rest: line.slice(reference.length).trim() };
}

/** Returns the span that a reference names, or undefined when the text does not have it. */
export function findReference(reference: string, text: string): TextSpan | undefined {
  const [, from, to] = /^@(\d+)-(\d+)$/u.exec(reference) ?? [];
  if (from !== undefined) return Number(to) > text.length ? undefined : { from: Number(from), to: Number(to) };
  const [, quoted = '', number = '1'] = /^(“.*”)(?: #(\d+))?$/u.exec(reference) ?? [];
  return find(quoted, Number(number), text) ?? find(quoted.slice(1, -1), Number(number), text);
}

function find(words: string, number: number, text: string): TextSpan | undefined {
  const first = firstOf(words);
  const from = occurrences(first, text)[number - 1];
  if (from === undefined) return undefined;
  if (first === words) return { from, to: from + words.length };
  const last = words.slice(words.indexOf(elision) + elision.length);
  const end = text.indexOf(last, from + first.length);
  return end < 0 ? undefined : { from, to: end + last.length };
}

function firstOf(words: string): string {
  return words.split(elision)[0] ?? '';
}

function occurrences(words: string, text: string): number[] {
  const places: number[] = [];
  if (words === '') return places;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at);
  return places;
}

/** Returns what a span may be called, the best name first. */
function namesOf(span: string): string[] {
  const words = isUnspaced(span) ? Array.from(span) : span.split(/(?<=\S)(?=\s)/u);
  const scale = isUnspaced(span) ? 2 : 1;
  if (words.length <= maxWritten * scale) return [span];
  const names: string[] = [];
  for (let size = minLast * scale; size < words.length / 2; size += scale) {
    const first = words.slice(0, Math.max(minFirst * scale, size)).join('');
    names.push(`${first}${elision}${words.slice(-size).join('').trimStart()}`);
  }
  return [...names.slice(0, maxNames), span];
}

/** More words than these name no span better. */
const maxNames = 8;
