import type { SpeechMeasure } from './measure-speech.ts';
import { missingSentenceEvidence } from './missing-sentence.ts';
import { textDeviation } from './pace.ts';
import type { Pace } from './pace.ts';
import { totalUnits } from './sentence-units.ts';
import type { SpeechUnits } from './speech-units.ts';

/** Limits in standard deviations; missing speech is worse than drawn-out speech. */
const knownLimits = { short: 3.5, long: 4.5 };
/** While the pace is uncertain, a second answer decides, so little is needed to ask for it. */
const unknownLimits = { short: 2.2, long: 2.5 };
const knownUncertainty = 0.1;
const minEvidence = 2;

/** Returns what is wrong with the length or the pauses of audio, or undefined. */
export function judgeSpeech(sentences: readonly SpeechUnits[], speech: SpeechMeasure, pace: Pace): string | undefined {
  const text = totalUnits(sentences);
  const deviation = Math.hypot(textDeviation(text, pace.spread), pace.uncertainty);
  const deviations = Math.log(speech.soundSeconds / (text.units * pace.secondsPerUnit)) / deviation;
  const limits = pace.uncertainty < knownUncertainty ? knownLimits : unknownLimits;
  const lengths = `${speech.seconds.toFixed(1)} s of audio, about ${expectedSeconds(sentences, pace).toFixed(1)} s expected`;
  if (deviations < -limits.short) return `The audio is too short for the text (${lengths}); part of it may be missing.`;
  if (deviations > limits.long) return `The audio is too long for the text (${lengths}).`;
  if (missingSentenceEvidence(sentences, speech, pace) > minEvidence) {
    return `A sentence of the text seems to be missing from the audio (${lengths}).`;
  }
  return undefined;
}

/** Returns the time that a text usually takes, pauses between its sentences included, in seconds. */
export function expectedSeconds(sentences: readonly SpeechUnits[], pace: Pace): number {
  const pauses = Math.max(0, sentences.length - 1) * pace.sentencePause * pace.pausing;
  return totalUnits(sentences).units * pace.secondsPerUnit + pauses;
}
