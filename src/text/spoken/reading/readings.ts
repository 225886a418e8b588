/** A way to read a piece of text that letters alone do not say: a number, a date, an amount. */
export interface Reading {
  /** Sticky pattern with bounded repetitions, so that the time stays linear. */
  readonly pattern: RegExp;
  /** Returns the words, or undefined when the next reading should be tried. */
  readonly say: (match: ReadingMatch) => string | undefined;
}

/** A match of a reading, and the text around it. */
export interface ReadingMatch {
  readonly text: string;
  /** Named groups; a group that did not take part is empty. */
  readonly groups: Readonly<Record<string, string>>;
  /** At most 60 characters before and after the match. */
  readonly before: string;
  readonly after: string;
}

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

/** Returns the last word of a text that ends with it, or with it and a space, hyphen or opening bracket; empty if there is none. */
export function lastWord(before: string): string {
  return /([\p{L}\p{M}]{1,30}\.?)[\s(]{0,2}$/u.exec(before)?.[1] ?? '';
}

/** Returns the first word of a text, after a space; empty if there is none. */
export function firstWord(after: string): string {
  return /^\s?([\p{L}\p{M}]{1,40})/u.exec(after)?.[1] ?? '';
}
