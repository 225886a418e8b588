import type { SpeechServerOptions } from './faulty-server.ts';
import { spokenSeconds } from './spoken-audio.ts';
import type { SpokenWord } from './spoken-audio.ts';

/** Returns when a service tells that it speaks the words of a text. */
export function spokenWords(text: string, sampleRate: number, options: SpeechServerOptions): readonly SpokenWord[] {
  const told = options.tellWords?.(text, sampleRate) ?? evenWords(text, options.unitsPerSecond);
  return options.spoilWords?.(told) ?? told;
}

/** Words of a tone that lasts as long as a text, by their place in it. */
function evenWords(text: string, unitsPerSecond: number | undefined): SpokenWord[] {
  const seconds = spokenSeconds(text, unitsPerSecond);
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index }) => ({
    text: word,
    index,
    seconds: (seconds * index) / text.length,
  }));
}
