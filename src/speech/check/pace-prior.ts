import { espeakEnglish, espeakPaces } from '../embedded/espeak/espeak-paces.ts';
import { kokoroSpeakers } from '../natural/kinds/kokoro-speakers.ts';
import type { PacePrior } from './pace.ts';
import { speechUnits } from './units/speech-units.ts';

/** A voice of which nothing is known: between a third and three times the usual pace. */
export const unknownPace: PacePrior = { secondsPerUnit: 0.06, uncertainty: 0.45 };

/** Ratio of the time of speech with the pauses inside of a text to that without: 1.12 with Kokoro, which hardly pauses longer at a full stop. */
const withPauses = 1.12;

/**
 * Usual paces by the start of "provider voice", without pauses. flite, espeak-ng and Kokoro were measured on 2026-11-28 with 2,000 to 6,000
 * characters each of two to four unlike English books: no book is more than 6 % away from its voice. The others' narrators differ less than
 * unknown ones.
 */
const paces: readonly (readonly [start: string, secondsPerUnit: number, uncertainty: number])[] = [
  ['embedded flite:slt', 0.0535, 0.1],
  ['embedded flite:rms', 0.0605, 0.1],
  ['embedded flite:awb', 0.054, 0.1],
  ['embedded flite:kal16', 0.0555, 0.1],
  ['embedded flite:kal', 0.0573, 0.1],
  ['embedded espeak:', espeakEnglish, 0.2],
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
  const [, usual, uncertainty] = paces.find(([start]) => name.startsWith(start)) ?? [];
  if (usual === undefined || uncertainty === undefined) return atSpeed(unknownPace, speed);
  const secondsPerUnit = espeakPaces.get(name.replace('embedded espeak:', '')) ?? usual;
  return atSpeed({ secondsPerUnit, uncertainty }, speed);
}

function atSpeed(prior: PacePrior, speed: number): PacePrior {
  return speed === 1 ? prior : { ...prior, secondsPerUnit: prior.secondsPerUnit / speed, speed };
}

/** Returns the expected seconds of texts by a voice at its own speed, with the pauses inside of each, before it has spoken. */
export function usualSeconds(provider: string, voice: string, texts: readonly { readonly text: string }[]): number {
  const name = `${provider} ${voice}`;
  const units = texts.reduce((sum, { text }) => sum + speechUnits(text).units, 0);
  const speaker = /^(?:embedded kokoro:|kokoro )(\w+)$/u.exec(name)?.[1] ?? '';
  const measured = kokoroSpeakers.get(speaker)?.secondsPerUnit;
  if (measured !== undefined) return units * measured;
  const { secondsPerUnit } = pacePrior(provider, voice);
  if (!plainVoice.test(name)) return units * secondsPerUnit * withPauses;
  return texts.reduce((sum, { text }) => sum + pausesInside(text), units * secondsPerUnit);
}

/**
 * Seconds of the plain voices' pauses inside of a text. Measured with the same books, and with espeak-ng in nine languages, where they are
 * between 0.28 and 0.51, and 0.19 and 0.38.
 */
const pauses = { sentence: 0.35, clause: 0.22 };
const plainVoice = /^embedded (?:flite|espeak):/u;
const sentenceEnd = /\p{STerm}+\p{P}*\s|[。！？]/gu;
const clauseEnd = /(?:(?!\p{STerm})\p{Term}|[–—])\p{P}*\s|[、，；：]/gu;

function pausesInside(text: string): number {
  const inside = text.replace(/[\p{P}\s]+$/u, '');
  const count = (pattern: RegExp): number => inside.match(pattern)?.length ?? 0;
  return count(sentenceEnd) * pauses.sentence + count(clauseEnd) * pauses.clause;
}
