import type { Pcm } from '../../../src/core/pcm.ts';
import { measureSpeech } from '../../../src/speech/check/measure/measure-speech.ts';
import { espeakJs } from '../../../src/speech/embedded/espeak/espeak-js.ts';
import { runFlite } from '../../../src/speech/embedded/flite/run-flite.ts';

/** Sentences of a story. */
export const texts = [
  'The last tram left the square at half past eleven, and nobody who had missed it could say why the lamps went out.',
  'Peter took the key. The clerk kept talking, as if the door had been open all along. “No, no,” he said, “not yet!”',
  'She counted the boats in the harbour twice, wrote the number down, and then she walked home through the rain.',
] as const;

/** Returns the speech of flite, which has no zeros in it. */
export async function fliteSpeech(text: string = texts[0]): Promise<Pcm> {
  const { pcm } = await runFlite('kal16', text.replaceAll(/[“”]/gu, '"'));
  return pcm;
}

/** Returns the speech of espeak-ng, whose pauses are zeros beside loud sound. */
export async function espeakSpeech(text: string = texts[0]): Promise<Pcm> {
  const espeak = await espeakJs();
  return espeak.speak('gmw/en-US', text);
}

function limited(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}

/** Returns speech whose samples are changed. */
export function changed({ samples, sampleRate }: Pcm, change: (sample: number, seconds: number) => number): Pcm {
  return { samples: samples.map((sample, at) => limited(change(sample, at / sampleRate))), sampleRate };
}

/** Returns the kinds and the sureness of what is found in a sound. */
export function foundIn(pcm: Pcm): readonly string[] {
  return [...new Set(measureSpeech(pcm).findings.map(({ kind, sureness }) => `${sureness} ${kind}`))];
}
