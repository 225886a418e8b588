import type { Pcm } from '../../../src/core/pcm.ts';
import type { ModelKind } from '../../../src/voice-models/voice-model.ts';
import { firstPilot, firstTone, pilots, tinySound } from './tiny-symbols.ts';
import type { TinySound } from './tiny-symbols.ts';

/** What a tiny voice was heard to speak. */
export interface Heard {
  /** Symbols in order. A space is a silent frame (Piper has none); `|` is a pause that is not a whole number of frames. */
  readonly text: string;
  /** Number of the speaker, or -1 for silence. */
  readonly speaker: number;
}

/** Loudest sample of silence, of 32,767. */
const silence = 4;

/** Samples. Within a tone, only those at a zero crossing are silent. */
const shortestPause = 24;

/** Turns the sound of a tiny voice back into its tokens. Works on the sound of one utterance, and of several with pauses between. */
export function decodeTinyVoice(kind: ModelKind, { samples }: Pcm, speed = 1): Heard {
  const sound = tinySound(kind);
  const length = kind === 'supertonic' ? sound.frame : Math.ceil(sound.frame / speed - 1e-6);
  let text = '';
  let speaker = -1;
  for (let at = 0; at + length <= samples.length + 2;) {
    const quiet = silentSamples(samples, at);
    if (quiet >= shortestPause) {
      const pause = quietText(quiet, length, at + quiet >= samples.length);
      text += kind === 'piper' ? pause.text.replaceAll(' ', '') : pause.text;
      at += pause.samples;
      continue;
    }
    const frame = samples.subarray(at, at + length);
    text += sound.symbols[toneOf(frame, sound)] ?? '\uFFFD';
    if (speaker < 0) speaker = pilotOf(frame, sound);
    at += length;
  }
  return { text, speaker };
}

function silentSamples(samples: Int16Array, from: number): number {
  let at = from;
  while (at < samples.length && Math.abs(samples[at] ?? 0) <= silence) at += 1;
  return at - from;
}

/** A sine begins at 0, so the first sample after a pause counts as silent. */
function quietText(quiet: number, frame: number, isEnd: boolean): { text: string; samples: number } {
  const length = isEnd ? quiet : quiet - 1;
  const frames = Math.round(length / frame);
  const isWhole = Math.abs(length - frames * frame) <= 3;
  return isWhole ? { text: ' '.repeat(frames), samples: frames * frame } : { text: '|', samples: length };
}

/** Zero crossings give the tone within a few, the spectrum gives it exactly. */
function toneOf(frame: Int16Array, { frame: period }: TinySound): number {
  let crossings = 0;
  for (let at = 1; at < frame.length; at += 1) if ((frame[at - 1] ?? 0) < 0 !== (frame[at] ?? 0) < 0) crossings += 1;
  const near = Math.round((crossings / 2) * (period / frame.length));
  const tones = Array.from({ length: 9 }, (_, index) => Math.max(firstTone, near - 4 + index));
  return loudest(frame, period, tones) - firstTone;
}

function pilotOf(frame: Int16Array, { frame: period }: TinySound): number {
  const tones = Array.from({ length: pilots }, (_, index) => firstPilot + index);
  return loudest(frame, period, tones) - firstPilot;
}

function loudest(frame: Int16Array, period: number, tones: readonly number[]): number {
  const powers = tones.map((tone) => ({ tone, power: power(frame, (2 * Math.PI * tone) / period) }));
  return powers.reduce((best, next) => (next.power > best.power ? next : best)).tone;
}

/** Goertzel's algorithm: the power of one frequency. */
function power(frame: Int16Array, step: number): number {
  const factor = 2 * Math.cos(step);
  let [last, before] = [0, 0];
  for (const sample of frame) [last, before] = [sample + factor * last - before, last];
  return last * last + before * before - factor * last * before;
}
