import { runsOf } from './repeats.ts';
import { normalizeWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Words in a row that nobody writes by chance as our request has them. */
export const runWords = 8;
/** What a prompt quotes may be what it wants to hear. */
const quoted = /“[^”]*”|"[^"]*"/gu;

/** Returns words in a row that an answer has from our own request and not from the text of the book, or undefined. */
export function copiedRequest(text: string, request: string, source: SourceText): string | undefined {
  return runsFrom(request.replaceAll(quoted, '\n'), text, runWords).find((run) => !source.contains(run));
}

/** Returns the runs of so many words of a text that stand in our request as well. */
export function runsFrom(request: string, text: string, length: number): readonly string[] {
  const [known, own] = [request, text].map((each) => runsOf(normalizeWords(each).split(' '), length));
  const ours = new Set(known);
  return (own ?? []).filter((run) => ours.has(run));
}
