import { splitSentences } from '../../../text/split-sentences.ts';
import { speechUnits } from './speech-units.ts';
import type { SpeechUnits } from './speech-units.ts';

/** Voices run shorter sentences ("Look.") into their neighbors. */
const minUnits = 11;

/** Returns the speech units of each sentence of a text, in order. Very short sentences are part of a neighbor. */
export function sentenceUnits(text: string, language: string): SpeechUnits[] {
  const sentences: SpeechUnits[] = [];
  for (const sentence of splitSentences(text, language)) {
    const units = speechUnits(`${sentence} `);
    const previous = sentences.at(-1);
    if (previous && Math.min(previous.units, units.units) < minUnits) {
      sentences.splice(-1, 1, totalUnits([previous, units]));
    } else {
      sentences.push(units);
    }
  }
  return sentences;
}

/** Returns the sum of speech units. Uncertainties add up: an engine reads all numbers of a text in one way. */
export function totalUnits(parts: readonly SpeechUnits[]): SpeechUnits {
  return {
    units: parts.reduce((sum, { units }) => sum + units, 0),
    uncertainty: parts.reduce((sum, { uncertainty }) => sum + uncertainty, 0),
  };
}
