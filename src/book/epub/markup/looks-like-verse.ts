import { endsWithStop } from '../../../text/ends-sentence.ts';

/** Three or more short lines that were broken by hand: a poem, a letterhead. */
export function looksLikeVerse(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return length / lines.length < 60 && lines.every((line) => line.length < 100);
}

/** Joins lines to paragraphs; a line break after a sentence starts a new one. */
export function joinToParagraphs(lines: readonly string[]): string[] {
  const result: string[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last === undefined || endsWithStop(last)) result.push(line);
    else result[result.length - 1] = `${last} ${line}`;
  }
  return result;
}
