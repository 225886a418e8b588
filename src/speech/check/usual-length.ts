import { espeakEnglish, espeakPaces } from '../embedded/espeak/espeak-paces.ts';
import { kokoroSpeakers } from '../natural/kinds/kokoro-speakers.ts';
import { pacePrior } from './pace-prior.ts';
import { speechUnits } from './units/speech-units.ts';

/**
 * Seconds of speech for a unit, by the start of "provider voice". Measured on 2026-11-28 with 2,000 to 6,000 characters each of two to four
 * unlike English books: no book is more than 6 % away from its voice. Of the plain voices without, of the others with the pauses inside
 * of a text, which they hardly make longer at the end of a sentence.
 */
const lengths: readonly (readonly [string, number])[] = [
  ['embedded flite:slt', 0.0535],
  ['embedded flite:rms', 0.0605],
  ['embedded flite:awb', 0.054],
  ['embedded flite:kal16', 0.0555],
  ['embedded flite:kal', 0.0573],
  ['embedded espeak:', espeakEnglish],
  // Speakers of Kokoro that were not measured.
  ['embedded kokoro:', 0.0575],
  ['kokoro ', 0.0575],
];

/** Share by which the pauses inside of a text make speech longer than `pacePrior` says, as with the voices above. */
const longer = 0.12;

/**
 * Seconds of the plain voices' pauses inside of a text. Measured with the same books, and with espeak-ng in nine languages, where they are
 * between 0.28 and 0.51, and 0.19 and 0.38.
 */
const pauses = { sentence: 0.35, clause: 0.22 };
const plainVoice = /^embedded (?:flite|espeak):/u;
const sentenceEnd = /\p{STerm}+\p{P}*\s|[。！？]/gu;
const clauseEnd = /(?:(?!\p{STerm})\p{Term}|[–—])\p{P}*\s|[、，；：]/gu;

/** Returns the expected seconds of texts by a voice at its own speed, with the pauses inside of each, before it has spoken. */
export function usualSeconds(
  provider: string,
  voice: string,
  texts: readonly { readonly text: string; readonly language: string }[],
): number {
  const name = `${provider} ${voice}`;
  const pace = usualPace(name) ?? pacePrior(provider, voice).secondsPerUnit * (1 + longer);
  const pausesOf = plainVoice.test(name) ? pausesInside : (): number => 0;
  return texts.reduce((sum, { text }) => sum + speechUnits(text).units * pace + pausesOf(text), 0);
}

function pausesInside(text: string): number {
  const inside = text.replace(/[\p{P}\s]+$/u, '');
  const count = (pattern: RegExp): number => inside.match(pattern)?.length ?? 0;
  return count(sentenceEnd) * pauses.sentence + count(clauseEnd) * pauses.clause;
}

function usualPace(name: string): number | undefined {
  const speaker = /^(?:embedded kokoro:|kokoro )(\w+)$/u.exec(name)?.[1] ?? '';
  const measured = kokoroSpeakers.get(speaker)?.secondsPerUnit ?? espeakPaces.get(name.replace('embedded espeak:', ''));
  return measured ?? lengths.find(([start]) => name.startsWith(start))?.[1];
}
