import { lazily } from '../../call/lazily.ts';
import type { ReaderTools } from './phoneme-reader.ts';

/** Reads words of Latin letters within a text of another script. */
export type ForeignWords = (text: string, signal: AbortSignal) => Promise<string>;

/** Returns a reader of Latin words, as English says them. A word without a sound is left out. */
export function foreignWords(tools: ReaderTools): ForeignWords {
  const english = lazily(async () => (await import('./english/english-reader.ts')).englishReader(tools));
  return async (text, signal) => (await (await english())([{ text }], 'en-US', signal)) ?? '';
}
