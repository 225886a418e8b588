import type { SpokenPart } from '../../../text/lexicon/spoken-part.ts';
import type { EspeakReader } from './espeak-reader.ts';

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
export interface ReaderTools extends EspeakReader {
  /** Folder of the model, which may hold lexicons. */
  readonly folder: string;
}
