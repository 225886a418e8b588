import type { EspeakWord } from '../natural/phonemes/espeak-reader.ts';
import type { EspeakVoice } from './espeak/espeak-voices.ts';

/** A text to speak. */
export interface EngineText {
  readonly task: 'flite' | 'espeak' | 'espeak-system';
  readonly voice: string;
  readonly text: string;
}

/**
 * Message to an engine process. The next one may be sent after the reply, which is for several texts the audio of each in their
 * order; of a text that fails, audio without a rate.
 */
export type EngineRequest =
  | EngineText
  | readonly EngineText[]
  | { readonly task: 'espeak-words'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-sounds'; readonly voice: string; readonly texts: readonly string[] }
  | { readonly task: 'espeak-voices' };

/** Message of an engine process: exactly one for each request, except for speech, whose audio is written to `soundFd`. */
export type EngineMessage =
  | { readonly words: readonly EspeakWord[] }
  | { readonly sounds: readonly string[] }
  | { readonly voices: readonly EspeakVoice[] }
  | { readonly failure: string };

/** File descriptor of an engine process for audio: as messages, it would be copied four times. */
export const soundFd = 4;

/** Before the samples stand their rate and their number, 32 bits each, little-endian. */
export const soundHeadBytes = 8;
