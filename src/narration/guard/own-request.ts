import { normalizeWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Words in a row that nobody writes by chance as our request has them. */
const runWords = 8;
/** What a prompt quotes may be what it wants to hear. */
const quoted = /“[^”]*”|"[^"]*"/gu;

/** Returns words in a row that an answer has from our own request and not from the text of the book, or undefined. */
export function copiedRequest(text: string, request: string, source: SourceText): string | undefined {
  const known = ` ${normalizeWords(request.replaceAll(quoted, '\n'))} `;
  const words = normalizeWords(text).split(' ');
  for (let at = 0; at + runWords <= words.length; at += 1) {
    const run = words.slice(at, at + runWords).join(' ');
    if (known.includes(` ${run} `) && !source.contains(run)) return run;
  }
  return undefined;
}
