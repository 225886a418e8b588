import type { Reading } from '../../../languages/reading.ts';

/**
 * Returns a sentence in which everything that a reading says, tried in order wherever `starts` (a global pattern) matches, is replaced.
 * `lead` is what readings see before it.
 */
export function applyReadings(text: string, starts: RegExp, readings: readonly Reading[], lead = ''): string {
  const parts: string[] = [];
  let done = 0;
  starts.lastIndex = 0;
  for (let start = starts.exec(text); start; start = starts.exec(text)) {
    const read = readAt(text, start.index, readings, lead);
    starts.lastIndex = read?.end ?? start.index + 1;
    if (!read) continue;
    const last = start.index === done ? parts.at(-1)?.at(-1) : text[start.index - 1];
    parts.push(text.slice(done, start.index), apart(read.words, last, text[read.end]));
    done = read.end;
  }
  return parts.join('') + text.slice(done);
}

/** A number between letters, as in MP3, becomes a word of its own. */
function apart(words: string, before: string | undefined, after: string | undefined): string {
  const left = isWord(before) && isWord(words[0]) ? ' ' : '';
  return left + words + (isWord(words.at(-1)) && isWord(after) ? ' ' : '');
}

function readAt(
  text: string,
  at: number,
  readings: readonly Reading[],
  lead: string,
): { words: string; end: number } | undefined {
  for (const { pattern, say } of readings) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match || match[0] === '') continue;
    const end = at + match[0].length;
    const words = say({
      text: match[0],
      groups: Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, value ?? ''])),
      before: (lead + text.slice(Math.max(0, at - 60), at)).slice(-60),
      after: text.slice(end, end + 60),
    });
    if (words !== undefined) return { words, end };
  }
  return undefined;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
