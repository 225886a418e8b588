import type { SpokenPart } from '../../../text/lexicon/spoken-part.ts';
import type { ReadWords } from './espeak-word.ts';

/**
 * Reads a text of one language in the phonemes that Kokoro was trained with. Returns undefined when the text itself has to be spoken:
 * a word has no sound.
 */
export type PhonemeReader = (
  parts: readonly SpokenPart[],
  language: string,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** What a reader works with. */
export interface ReaderTools {
  /** Folder of the model, which may hold lexicons. */
  readonly folder: string;
  readonly readWords: ReadWords;
}
