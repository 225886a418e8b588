import type { Pcm } from '../../../core/pcm.ts';
import type { EspeakVoice } from './espeak-voices.ts';

/** One of the two builds of espeak-ng: the program of this machine, or the one in JavaScript. */
export interface EspeakEngine extends AsyncDisposable {
  /** Which build, and its version. */
  readonly version: string;
  readonly voices: readonly EspeakVoice[];
  /** `voice` is the name of a voice file. */
  speak(voice: string, text: string, signal: AbortSignal): Promise<Pcm>;
}
