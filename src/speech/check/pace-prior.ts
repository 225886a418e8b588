import { kokoroSpeakers } from '../natural/kinds/kokoro-speakers.ts';
import type { PacePrior } from './pace.ts';
import { speechUnits } from './units/speech-units.ts';

/** A voice of which nothing is known: between a third and three times the usual pace. */
export const unknownPace: PacePrior = { secondsPerUnit: 0.06, uncertainty: 0.45 };

/** Ratio of the time of speech with the pauses inside of a text to that without: 1.08 to 1.15 with flite, espeak-ng and Kokoro. */
const pausesInside = 1.12;

/**
 * Usual paces by the start of "provider voice". flite, espeak-ng and Kokoro were measured on 2026-11-28 with 2,000 characters each of four
 * unlike English books: no book is more than 6 % away from its voice, and those of espeak-ng differ by less. The others' narrators differ
 * less than unknown ones.
 */
const paces: readonly (readonly [start: string, secondsPerUnit: number, uncertainty: number])[] = [
  ['embedded flite:slt', 0.0518, 0.1],
  ['embedded flite:rms', 0.0587, 0.1],
  ['embedded flite:awb', 0.0525, 0.1],
  ['embedded flite:kal16', 0.0543, 0.1],
  ['embedded flite:kal', 0.0552, 0.1],
  ['embedded espeak:', 0.0504, 0.2],
  ['embedded kokoro:', 0.0513, 0.25],
  // From published words a minute.
  ['embedded supertonic:', 0.0625, 0.25],
  ['embedded piper:', 0.06, 0.3],
  ['embedded kitten:', 0.07, 0.3],
  ['kokoro ', 0.0513, 0.25],
  ['polly ', 0.062, 0.2],
  ['google ', 0.062, 0.2],
  ['azure ', 0.06, 0.2],
  ['edge ', 0.06, 0.2],
  // Cloned and designed voices.
  ['elevenlabs ', 0.06, 0.3],
  // Any server and voice can be behind these.
  ['openai ', 0.062, 0.35],
  ['qwen ', 0.062, 0.35],
];

/** Returns what is known of the pace of a provider's voice before it has spoken, at a speed relative to its own. */
export function pacePrior(provider: string, voice: string, speed = 1): PacePrior {
  const name = `${provider} ${voice}`;
  const [, secondsPerUnit, uncertainty] = paces.find(([start]) => name.startsWith(start)) ?? [];
  const own = secondsPerUnit === undefined || uncertainty === undefined ? unknownPace : { secondsPerUnit, uncertainty };
  return speed === 1 ? own : { ...own, secondsPerUnit: own.secondsPerUnit / speed, speed };
}

/** Returns the expected seconds of texts by a voice at its own speed, with the pauses inside of each, before it has spoken. */
export function usualSeconds(provider: string, voice: string, texts: readonly { readonly text: string }[]): number {
  const units = texts.reduce((sum, { text }) => sum + speechUnits(text).units, 0);
  const speaker = /^(?:embedded kokoro:|kokoro )(\w+)$/u.exec(`${provider} ${voice}`)?.[1] ?? '';
  const measured = kokoroSpeakers.get(speaker)?.secondsPerUnit;
  return units * (measured ?? pacePrior(provider, voice).secondsPerUnit * pausesInside);
}
