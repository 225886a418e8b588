import { wrongLengths } from './judge-speech.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import type { Pace } from './pace.ts';
import { isShort } from './units/text-units.ts';
import type { TextUnits } from './units/text-units.ts';
import { paceDeviations } from './limits.ts';

/**
 * Returns what is wrong with the audio of a voice that cannot leave out or repeat a part of a text, or undefined. Its length is
 * free: what can be wrong is the sound itself, and what became of it behind the model.
 */
export function judgeWholeSpeech(text: TextUnits, speech: SpeechMeasure, pace: Pace): SpeechProblem | undefined {
  // These voices are known not to pause so.
  const hole = speech.findings.find(({ kind }) => kind === 'hole');
  if (hole) return { message: hole.message, grade: 'wrong' };
  // A voice that ends so twice alike is believed.
  if (speech.endsLoud) return { message: 'The audio ends in the middle of a sound.', grade: 'slight' };
  const length = impossibleLength(text, speech, pace);
  if (length === undefined) return undefined;
  return { message: `The audio is ${length} times as long as its text takes at the pace of the voice.`, grade: 'odd' };
}

/** Returns the length of audio relative to that of its text where no reading has it. */
function impossibleLength(text: TextUnits, { soundSeconds }: SpeechMeasure, pace: Pace): string | undefined {
  if (isShort(text) || !text.isMeasurable) return undefined;
  const { units, uncertainty } = text.total;
  const spare = Math.exp(paceDeviations * pace.uncertainty);
  const lengthOf = (counted: number): number => soundSeconds / (counted * pace.secondsPerUnit);
  const isShorter = lengthOf(Math.max(1, units - uncertainty)) < wrongLengths.min / spare;
  const isLonger = lengthOf(units + uncertainty) > wrongLengths.max * spare;
  return isShorter || isLonger ? lengthOf(units).toFixed(1) : undefined;
}
