import { normalizeWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Words in a row that nobody writes by chance as our request has them. */
export const runWords = 8;
/** What a prompt quotes may be what it wants to hear. */
const quoted = /“[^”]*”|"[^"]*"/gu;

/** Returns words in a row that an answer has from our own request and not from the text of the book, or undefined. */
export function copiedRequest(text: string, request: string, source: SourceText): string | undefined {
  for (const run of runsFrom(request.replaceAll(quoted, '\n'), text, runWords)) if (!source.contains(run)) return run;
  return undefined;
}

/** Yields the runs of so many words of a text that stand in our request as well. */
export function* runsFrom(request: string, text: string, length: number): Generator<string, void, undefined> {
  const known = ` ${normalizeWords(request)} `;
  const words = normalizeWords(text).split(' ');
  for (let at = 0; at + length <= words.length; at += 1) {
    const run = words.slice(at, at + length).join(' ');
    if (known.includes(` ${run} `)) yield run;
  }
}
