import { kokoroSpeakers } from '../natural/kinds/kokoro-speakers.ts';
import { pacePrior } from './pace-prior.ts';
import { speechUnits } from './units/speech-units.ts';

/**
 * Seconds of speech for a unit, with the pauses inside of a text, by the start of "provider voice". Measured on 2026-11-28 with 2,000
 * characters each of four unlike English books: no book is more than 6 % away from its voice, and those of espeak-ng differ by less.
 */
const lengths: readonly (readonly [string, number])[] = [
  ['embedded flite:slt', 0.058],
  ['embedded flite:rms', 0.0657],
  ['embedded flite:awb', 0.0588],
  ['embedded flite:kal16', 0.0608],
  ['embedded flite:kal', 0.0618],
  ['embedded espeak:', 0.0565],
  // Speakers of Kokoro that were not measured.
  ['embedded kokoro:', 0.0575],
  ['kokoro ', 0.0575],
];

/** Share by which those pauses make speech longer than `pacePrior` says, as with the voices above. */
const pausesInside = 0.12;

/** Returns the expected seconds of texts by a voice at its own speed, with the pauses inside of each, before it has spoken. */
export function usualSeconds(
  provider: string,
  voice: string,
  texts: readonly { readonly text: string; readonly language: string }[],
): number {
  const units = texts.reduce((sum, { text }) => sum + speechUnits(text).units, 0);
  return units * secondsPerUnit(provider, voice);
}

function secondsPerUnit(provider: string, voice: string): number {
  const name = `${provider} ${voice}`;
  const speaker = /^(?:embedded kokoro:|kokoro )(\w+)$/u.exec(name)?.[1] ?? '';
  const own = kokoroSpeakers.get(speaker)?.secondsPerUnit ?? lengths.find(([start]) => name.startsWith(start))?.[1];
  return own ?? pacePrior(provider, voice).secondsPerUnit * (1 + pausesInside);
}
