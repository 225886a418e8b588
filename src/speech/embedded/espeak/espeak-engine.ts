import type { Pcm } from '../../../core/pcm.ts';
import type { EspeakVoice } from './espeak-voices.ts';

/** A build of espeak-ng, ready to speak in the processes of a pool. */
export interface EspeakEngine {
  /** Build and version: `system 1.51`. */
  readonly version: string;
  readonly voices: readonly EspeakVoice[];
  /** Returns the audio of a text. `voice` is the name of a voice file. */
  speak(voice: string, text: string, signal: AbortSignal): Promise<Pcm>;
}

/** Returns a text without what espeak-ng does not read as text: phonemes (`[[…]]`) and control characters. */
export function espeakText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replaceAll(/\[(?=\[)/gu, '[ ')
    .replaceAll(/\](?=\])/gu, '] ');
}
