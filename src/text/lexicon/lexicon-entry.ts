import type { SafePattern } from '../../core/strings/safe-pattern.ts';

/** The pronunciation of a word, a phrase or a pattern. At least one of `say` and `ipa` is given. */
export interface LexiconEntry {
  /** The key in the file: a word, a phrase, or a pattern between slashes. */
  readonly written: string;
  /** Whether it stands for a whole text alone, a sentence, and not for a part of one. */
  readonly isWhole?: boolean | undefined;
  /** Present when the key is a pattern. */
  readonly pattern?: SafePattern | undefined;
  /** Text to speak instead; empty where nothing is to be spoken. For a pattern, `$1` stands for its first group and `$0` for the whole match. */
  readonly say?: string | undefined;
  /** Pronunciation in the International Phonetic Alphabet, for voices that can read it. */
  readonly ipa?: string | undefined;
  /** BCP-47 code of the language in which the text is read. Absent: every language. */
  readonly language?: string | undefined;
  /** Voice that the entry is for. Absent: every voice. */
  readonly voice?: string | undefined;
}
