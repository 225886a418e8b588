import type { EspeakWord } from '../natural/phonemes/espeak-word.ts';
import type { EspeakVoice } from './espeak/espeak-voices.ts';

/** Message to an engine process. The next one may be sent after the reply. */
export type EngineRequest =
  | { readonly task: 'flite'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-words'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-voices' };

/** Message of an engine process: exactly one for each request, except for speech, whose audio is written to `soundFd`. */
export type EngineMessage =
  | { readonly words: readonly EspeakWord[] }
  | { readonly voices: readonly EspeakVoice[] }
  | { readonly failure: string };

/** File descriptor of an engine process for audio: as messages, it would be copied four times. */
export const soundFd = 4;

/** Before the samples stand their rate and their number, 32 bits each, little-endian. */
export const soundHeadBytes = 8;
