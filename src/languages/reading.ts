import { romanValue } from './roman.ts';

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

/** The text around an abbreviation. */
export type AbbreviationContext = Omit<ReadingMatch, 'groups'>;

/** Returns the last word of a text that ends with it, or with it and a space, hyphen or opening bracket; empty if there is none. */
export function lastWord(before: string): string {
  return /([\p{L}\p{M}]{1,30}\.?)[\s(]{0,2}$/u.exec(before)?.[1] ?? '';
}

/** Returns the name that follows, after a space; undefined for another word or an initial. */
export function nameAfter(after: string): string | undefined {
  return /^\s(\p{Lu}\p{L}+)/u.exec(after)?.[1];
}

/** Returns the first word of a text, after a space; empty if there is none. */
export function firstWord(after: string): string {
  return /^\s?([\p{L}\p{M}]{1,40})/u.exec(after)?.[1] ?? '';
}

/** Returns whether a full stop before `after` ends its sentence. Readings are given one sentence, so only closing marks follow its end. */
export function endsSentenceBefore(after: string): boolean {
  return /^["'”’»“‘«›)\]\s]*$/u.test(after);
}

/** Returns the full stop that an abbreviation at the end of a text also is when it ends the sentence, otherwise nothing. */
export function stopOf(text: string, after: string): '.' | '' {
  return text.endsWith('.') && endsSentenceBefore(after) ? '.' : '';
}

/** Returns the source of a pattern for the dash between two times or dates, in the group `to`, when what matches `end` follows. */
export function dashBefore(end: string): string {
  return String.raw`(?<to>\s?[-–—]\s?(?=${end}))?`;
}

/** The dash before a second time of day. */
export const dashBeforeTime = dashBefore(String.raw`\d{1,2}:[0-5]\d`);

/** Returns the word for a dash that `dashBefore` matched, between spaces; nothing where there was none. */
export function dashWord({ to = '' }: Readonly<Record<string, string>>, word: string): string {
  return to === '' ? '' : ` ${word} `;
}

/** Returns the value of a numeral that is not a letter that names a part ("Appendix C"), or undefined. */
export function clearRomanValue(numeral: string): number | undefined {
  return /^[CDLMcdlm]$/u.test(numeral) ? undefined : romanValue(numeral);
}

/** Abbreviations, in small letters, that depend on more than their place. An undefined result leaves them to the table. */
export type AbbreviationContexts = Readonly<Record<string, (context: AbbreviationContext) => string | undefined>>;
