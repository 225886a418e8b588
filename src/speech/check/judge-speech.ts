import type { VoiceNature } from '../provider.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import { missingSentenceEvidence } from './missing-sentence.ts';
import { lengthDeviations } from './pace.ts';
import type { Pace } from './pace.ts';
import { implausibleLength } from './plausible-pace.ts';
import { countDoubledWords } from './doubled-words.ts';
import { unusualSound } from './sound/unusual-sound.ts';
import { isShort } from './units/text-units.ts';
import type { TextUnits } from './units/text-units.ts';

/** Limits of a length in standard deviations; missing speech is worse than drawn-out speech. */
interface LengthLimits {
  readonly short: number;
  readonly long: number;
}

/** Of voices whose pace is known: about one good text in a thousand is beyond them (test/bench/clean-runs.mjs). */
const knownLimits: LengthLimits = { short: 3.5, long: 4.5 };

/** While the pace is uncertain, a second answer decides, so little is needed to ask for it. */
const unknownLimits: LengthLimits = { short: 2.2, long: 2.5 };

/** Of short texts, which differ more, and of which two answers are compared: half of a heading of ten letters is beyond them. */
const shortLimits: LengthLimits = { short: 3, long: 4 };

/**
 * Lengths relative to the expected one that no ordinary text has. Of 163 texts of more than 60 letters, whole, the shortest had 0.89 and
 * the longest 1.3 (Piper).
 */
const wrongLengths = { min: 0.6, max: 1.8 };

/** Uncertainty of a pace below which it counts as known. */
const knownUncertainty = 0.1;

/** Evidence, as a difference of log-likelihoods, from which a sentence counts as missing. */
const minEvidence = 2;

/** Longest silence within an answer that any voice may have. */
const maxSilenceSeconds = 8;

/** Share of a text that voices may read in different ways. */
const maxUncertainShare = 0.15;

/**
 * How sure it is that an answer is not right. `slight`: it is believed when another one is the same. `odd`: it is kept in doubt when
 * the service insists on it. `wrong`: it cannot be the whole text, and nothing but the text.
 */
export type Grade = 'slight' | 'odd' | 'wrong';

/** The fault of an answer. */
export interface SpeechProblem {
  readonly message: string;
  readonly grade: Grade;
  /** Where that matters: of an odd length, of another text, with a part twice, or with an unusual sound. */
  readonly kind?: 'length' | 'other-text' | 'doubled' | 'unusual' | undefined;
  /** Whether the response was no audio at all, so that it says nothing about what the service speaks. */
  readonly isBroken?: boolean | undefined;
}

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

/**
 * Returns what is wrong with the length, the pauses, the end or the sound of audio of a service, or undefined. A short text is never
 * refused for its length: two answers are compared.
 */
export function judgeSpeech(text: TextUnits, speech: SpeechMeasure, pace: Pace): SpeechProblem | undefined {
  const impossible = impossibleSpeech(text, speech, pace);
  if (impossible !== undefined) return { message: impossible, grade: 'wrong' };
  const times = `${speech.seconds.toFixed(1)} s of audio, about ${expectedSeconds(text, pace).toFixed(1)} s expected`;
  return (
    lengthProblem(text, speech, pace, { times }) ??
    repetitionProblem(text, speech, { times }) ??
    slightProblem(text, speech, pace, { times })
  );
}

/** Returns what is wrong with the sound of a voice in this process: nothing is lost on a way, and its model says every word, or none. */
export function judgeStructure(
  text: TextUnits,
  speech: SpeechMeasure,
  { nature, speed }: Pick<Pace, 'speed'> & { readonly nature: VoiceNature },
): SpeechProblem | undefined {
  // The pauses of espeak-ng are zeros beside loud sounds. Natural voices are known not to pause so.
  const hole = nature === 'whole' ? speech.findings.find(({ kind }) => kind === 'hole') : undefined;
  if (hole) return { message: hole.message, grade: 'wrong' };
  if (implausibleLength(text, speech, speed) === 'short') {
    return { message: lengthMessages.short(implausibleTimes(speech, 'short')), grade: 'wrong' };
  }
  return speech.endsLoud ? { message: 'The audio ends in the middle of a sound.', grade: 'slight' } : undefined;
}

function lengthProblem(
  text: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
  { times }: { readonly times: string },
): SpeechProblem | undefined {
  if (isShort(text)) {
    const length = pace.uncertainty < knownUncertainty && lengthBeyond(shortLimits, text, speech, pace);
    return length ? { message: lengthMessages[length](times), grade: 'slight', kind: 'length' } : undefined;
  }
  const grade = isBeyondDoubt(text, speech, pace) ? 'wrong' : 'odd';
  const limits = pace.uncertainty < knownUncertainty ? knownLimits : unknownLimits;
  const length = lengthBeyond(limits, text, speech, pace);
  if (length) return { message: lengthMessages[length](times), grade };
  if (missingSentenceEvidence(text.sentences, speech, pace) <= minEvidence) return undefined;
  return { message: `A sentence of the text seems to be missing from the audio (${times}).`, grade };
}

/** Returns why audio cannot be speech of any voice, or of this one. */
function impossibleSpeech(text: TextUnits, speech: SpeechMeasure, pace: Pace): string | undefined {
  if (speech.isTone && pace.hasSyllables) return 'The audio is a tone, not speech.';
  const implausible = implausibleLength(text, speech, pace.speed);
  return implausible && lengthMessages[implausible](implausibleTimes(speech, implausible));
}

const lengthMessages = {
  short: (times: string) => `The audio is too short for the text (${times}); part of it may be missing.`,
  long: (times: string) => `The audio is too long for the text (${times}).`,
};

function implausibleTimes({ seconds }: SpeechMeasure, length: 'short' | 'long'): string {
  return `${seconds.toFixed(1)} s, ${length === 'short' ? 'less' : 'more'} than any voice takes for it`;
}

/** A copy of more parts than words of the text come twice stays one when the service repeats it. */
function repetitionProblem(
  { text }: TextUnits,
  { copies }: SpeechMeasure,
  { times }: { readonly times: string },
): SpeechProblem | undefined {
  if (copies === 0 || copies <= countDoubledWords(text)) return undefined;
  return { message: `Part of the audio is there twice (${times}).`, grade: 'odd', kind: 'doubled' };
}

/** Returns what makes another answer worth asking for. */
function slightProblem(
  text: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
  { times }: { readonly times: string },
): SpeechProblem | undefined {
  const unusual = unusualSound(text, speech, pace);
  if (unusual) return { message: unusual, grade: 'slight', kind: 'unusual' };
  const isCut = speech.endsAbruptly && pace.endsSoftly;
  return isCut ? { message: `The audio ends in the middle of a sound (${times}).`, grade: 'slight' } : undefined;
}

function lengthBeyond(
  limits: LengthLimits,
  { total }: TextUnits,
  speech: SpeechMeasure,
  pace: Pace,
): 'short' | 'long' | undefined {
  const deviations = lengthDeviations(total, speech.soundSeconds, pace);
  if (deviations < -limits.short) return 'short';
  return deviations > limits.long ? 'long' : undefined;
}

/** Reports whether no reading of the text has such a length. */
function isBeyondDoubt(text: TextUnits, speech: SpeechMeasure, pace: Pace): boolean {
  const { units, uncertainty } = text.total;
  const isPlain = text.isMeasurable && uncertainty < units * maxUncertainShare;
  const share = speech.soundSeconds / (units * pace.secondsPerUnit);
  const isKnown = pace.uncertainty < knownUncertainty;
  return isPlain && isKnown && (share < wrongLengths.min || share > wrongLengths.max);
}

/** Returns the time that a text usually takes, pauses between its sentences included, in seconds. */
export function expectedSeconds({ sentences, total }: TextUnits, pace: Pace): number {
  const pauses = Math.max(0, sentences.length - 1) * pace.sentencePause * pace.pausing;
  return total.units * pace.secondsPerUnit + pauses;
}
