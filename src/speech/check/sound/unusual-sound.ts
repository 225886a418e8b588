import type { Finding } from '../evidence/finding.ts';
import { minQuietSeconds } from '../evidence/sound-below.ts';
import type { SpeechMeasure } from '../measure/measure-speech.ts';
import type { TextUnits } from '../units/text-units.ts';
import { longUnits } from './usual-sound.ts';
import type { UsualSound } from './usual-sound.ts';

/** Voices pause for up to 1.4 s within a text. */
const maxPauseSeconds = 4;
/** Decibels between the loudest and the quietest two seconds. Of 489 answers of 60 voices in 14 languages the most was 12.6. */
const maxLoudnessRange = 13;
/** Decibels of quiet that an answer has less than the voice's others when another voice fills its rests, and most that it has then. */
const lostRest = { least: 12, most: 15 };
/** A pitch that is further from the usual one is that of another voice, or of another speed: standard deviations, and log at least. */
const pitchLimits = { deviations: 4.5, least: 0.17 };

/** Returns the first finding that counts: one that is not so in the voice's other audio, too. */
function finding({ findings }: SpeechMeasure, { habits }: UsualSound): Finding | undefined {
  const counts = (sureness: Finding['sureness']): boolean =>
    sureness === 'likely' || (sureness === 'possible' && habits !== undefined);
  return findings.find(({ kind, sureness }) => counts(sureness) && habits?.has(kind) !== true);
}

/**
 * Returns what is unusual about the sound of an answer, or undefined: a long pause, a part that is much quieter than the rest, what speech
 * does not have, something that sounds below it, or another pitch. A voice may have reasons for each of them, so another answer decides.
 */
export function unusualSound({ total }: TextUnits, speech: SpeechMeasure, usual: UsualSound): string | undefined {
  const { longestSilence, loudnessRange } = speech;
  if (longestSilence > maxPauseSeconds) return `The audio contains ${longestSilence.toFixed(1)} s of silence.`;
  if (loudnessRange > maxLoudnessRange) return 'A part of the audio is much quieter than the rest.';
  const found = finding(speech, usual);
  if (found) return found.message;
  if (isFilled(speech, usual)) return 'Something else sounds below the speech.';
  return total.units >= longUnits && hasOtherPitch(speech, usual)
    ? 'The pitch of the audio is not that of the voice.'
    : undefined;
}

function isFilled({ seconds, rest, isTone }: SpeechMeasure, { rest: usual = 0 }: UsualSound): boolean {
  return seconds >= minQuietSeconds && !isTone && rest < Math.min(lostRest.most, usual - lostRest.least);
}

function hasOtherPitch({ pitch }: SpeechMeasure, { pitch: usual }: UsualSound): boolean {
  if (pitch === undefined || !usual) return false;
  return (
    Math.abs(Math.log(pitch / usual.hertz)) > Math.max(pitchLimits.least, pitchLimits.deviations * usual.deviation)
  );
}
