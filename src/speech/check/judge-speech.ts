import type { SpoiledKind } from '../call/provider-errors.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import { missingSentenceEvidence } from './missing-sentence.ts';
import { textDeviation } from './pace.ts';
import type { Pace } from './pace.ts';
import { implausibleLength } from './plausible-pace.ts';
import { countDoubledWords, repeatsItself } from './repeats-itself.ts';
import { unusualSound } from './sound/unusual-sound.ts';
import { isShort } from './units/text-units.ts';
import type { TextUnits } from './units/text-units.ts';
import { knownUncertainty, longRepetition, maxSilenceSeconds, maxUncertainShare, minEvidence } from './limits.ts';

/**
 * The fault of an answer. `slight`: it may well be right, and another answer decides. `odd`: it is kept in doubt when
 * the service insists on it. `wrong`: it cannot be the whole text, and nothing but the text.
 */
export interface SpeechProblem {
  readonly message: string;
  readonly grade: 'slight' | 'odd' | 'wrong';
  readonly kind?: SpoiledKind | undefined;
  /** Whether it is a problem only because the service is watched. */
  readonly isMinor?: boolean | undefined;
}

/** Rules for judging an answer. */
export interface Strictness {
  /** The service was caught at wrong answers shortly before. */
  readonly isWatched?: boolean | undefined;
}

/** Limits in standard deviations; missing speech is worse than drawn-out speech. */
interface Limits {
  readonly short: number;
  readonly long: number;
}
const knownLimits: Limits = { short: 3.5, long: 4.5 };
/** While the pace is uncertain, a second answer decides, so little is needed to ask for it. */
const unknownLimits: Limits = { short: 2.2, long: 2.5 };
/** Limits beyond which another answer is asked for. Half of a short text is beyond the first, half of the shortest the second. */
const slightLimits = {
  short: { usual: { short: 1.9, long: 2.1 }, watched: { short: 0.8, long: 1.6 } },
  long: { usual: knownLimits, watched: { short: 2.2, long: 3 } },
} as const satisfies Record<string, Record<string, Limits>>;

/** Returns what is wrong with a sound whatever its text says, or undefined. */
export function soundProblem(text: string, speech: SpeechMeasure): string | undefined {
  const { seconds, isNoise, isClipped, longestSilence, findings } = speech;
  if (seconds === 0) return 'The audio is silent.';
  if (longestSilence > maxSilenceSeconds) return `The audio contains ${longestSilence.toFixed(1)} s of silence.`;
  if (isNoise && !isVoiceless(text)) return 'The audio is noise, or a part of it is.';
  if (isClipped) return 'The audio is distorted: most of it, or of a part, is cut off at full scale.';
  return findings.find(({ sureness }) => sureness === 'certain')?.message;
}

/** Reports whether a text may well be spoken without voice: "Shh!" */
function isVoiceless(text: string): boolean {
  return /^(?:[bcdfghjklmnpqrstvwxz]|[^\p{L}\p{N}])*$/iu.test(text);
}

/** Returns what is wrong with the length, the pauses or the end of audio, or undefined. */
export function judgeSpeech(
  text: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
  { isWatched = false }: Strictness = {},
): SpeechProblem | undefined {
  const impossible = impossibleSpeech(text, speech, pace);
  if (impossible !== undefined) return { message: impossible, grade: 'wrong' };
  const times = `${speech.seconds.toFixed(1)} s of audio, about ${expectedSeconds(text, pace).toFixed(1)} s expected`;
  const grade = isBeyondDoubt(text, speech, pace) ? 'wrong' : 'odd';
  const limits = pace.uncertainty < knownUncertainty ? knownLimits : unknownLimits;
  const length = lengthBeyond(limits, text, speech, pace);
  if (length) return { message: lengthMessages[length](times), grade };
  if (missingSentenceEvidence(text.sentences, speech, pace) > minEvidence) {
    return { message: `A sentence of the text seems to be missing from the audio (${times}).`, grade };
  }
  return repetitionProblem(text, speech, pace, { times }) ?? slightProblem(text, speech, pace, { isWatched, times });
}

/** Returns why audio cannot be speech of any voice, or of this one. */
function impossibleSpeech(text: TextUnits, speech: SpeechMeasure, pace: Pace): string | undefined {
  if (speech.isTone && pace.hasSyllables) return 'The audio is a tone, not speech.';
  const implausible = pace.isMeasured ? undefined : implausibleLength(text, speech, pace.speed);
  return implausible && lengthMessages[implausible](implausibleTimes(speech, implausible));
}

const lengthMessages = {
  short: (times: string) => `The audio is too short for the text (${times}); part of it may be missing.`,
  long: (times: string) => `The audio is too long for the text (${times}).`,
};

function implausibleTimes({ seconds }: SpeechMeasure, length: 'short' | 'long'): string {
  return `${seconds.toFixed(1)} s, ${length === 'short' ? 'less' : 'more'} than any voice takes for it`;
}

function repetitionProblem(
  text: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
  { times }: { readonly times: string },
): SpeechProblem | undefined {
  if (!isRepetition(text, speech, pace)) return undefined;
  // A copy stays a copy when the service repeats it.
  const grade = isLongRepetition(speech) || hasCopy(text, speech) ? 'odd' : 'slight';
  return { message: `Part of the audio is there twice (${times}).`, grade, kind: 'doubled' };
}

/** Returns what makes another answer worth asking for. */
function slightProblem(
  text: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
  { isWatched, times }: { readonly isWatched: boolean; readonly times: string },
): SpeechProblem | undefined {
  const unusual = unusualSound(text, speech, pace);
  if (unusual) return { message: unusual, grade: 'slight', kind: 'unusual' };
  if (speech.endsAbruptly && pace.endsSoftly) {
    return { message: `The audio ends in the middle of a sound (${times}).`, grade: 'slight' };
  }
  if (!isWatched && pace.uncertainty >= knownUncertainty) return undefined;
  const { usual, watched } = slightLimits[isShort(text) ? 'short' : 'long'];
  const length = lengthBeyond(isWatched ? watched : usual, text, speech, pace);
  if (!length) return undefined;
  const isMinor = isWatched && lengthBeyond(usual, text, speech, pace) === undefined;
  return { message: lengthMessages[length](times), grade: 'slight', isMinor };
}

function lengthBeyond(
  limits: Limits,
  { total }: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
): 'short' | 'long' | undefined {
  const deviation = Math.hypot(textDeviation(total, pace.spread), pace.uncertainty);
  const deviations = Math.log(speech.soundSeconds / (total.units * pace.secondsPerUnit)) / deviation;
  if (deviations < -limits.short) return 'short';
  return deviations > limits.long ? 'long' : undefined;
}

/**
 * Lengths relative to the expected one that no ordinary text has. Of 163 texts of more than 60 letters, whole, the shortest had 0.89 and
 * the longest 1.3 (Piper).
 */
export const wrongLengths = { min: 0.6, max: 1.8 };

/** Reports whether no reading of the text has such a length. */
function isBeyondDoubt(text: TextUnits, speech: SpeechMeasure, pace: Pace): boolean {
  const { units, uncertainty } = text.total;
  const isPlain = text.isMeasurable && !isShort(text) && uncertainty < units * maxUncertainShare;
  const share = speech.soundSeconds / (units * pace.secondsPerUnit);
  const isKnown = pace.uncertainty < knownUncertainty;
  return isPlain && isKnown && (share < wrongLengths.min || share > wrongLengths.max);
}

/** Reports whether a part of the audio is there twice that is in the text once. */
function isRepetition(units: TextUnits, speech: SpeechMeasure, pace: Pace): boolean {
  if (hasCopy(units, speech)) return true;
  const { text, total } = units;
  const { soundSeconds, repeatedSeconds } = speech;
  if (repeatedSeconds === 0) return false;
  if (isLongRepetition(speech) && !repeatsItself(text)) return true;
  // The text repeats itself, or the repetition is short: what matters is whether the audio fits better without it.
  const misfit = (seconds: number): number => Math.abs(Math.log(seconds / (total.units * pace.secondsPerUnit)));
  return misfit(soundSeconds - repeatedSeconds) < misfit(soundSeconds);
}

/** Reports whether more parts are there twice, sample for sample, than words of the text. */
function hasCopy({ text }: TextUnits, { copies }: SpeechMeasure): boolean {
  return copies > 0 && copies > countDoubledWords(text);
}

function isLongRepetition({ soundSeconds, repeatedSeconds }: SpeechMeasure): boolean {
  return repeatedSeconds > longRepetition.seconds || repeatedSeconds > soundSeconds * longRepetition.share;
}

/** Returns the time that a text usually takes, pauses between its sentences included, in seconds. */
export function expectedSeconds({ sentences, total }: TextUnits, pace: Pace): number {
  const pauses = Math.max(0, sentences.length - 1) * pace.sentencePause * pace.pausing;
  return total.units * pace.secondsPerUnit + pauses;
}
