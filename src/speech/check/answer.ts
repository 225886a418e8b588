import type { SameSound, SpokenSource } from './heard-sounds.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import type { PaceSample } from './pace.ts';
import type { TextUnits } from './units/text-units.ts';

/** A text and the audio that a provider returned for it. */
export interface Answer {
  /** The text as it is heard. */
  readonly text: string;
  readonly language: string;
  readonly speech: SpeechMeasure;
  /** The text that was requested. Default: what is heard. */
  readonly requested?: string | undefined;
  /** Text of the segment of which it is a part. Default: what was requested. */
  readonly segment?: string | undefined;
  /** Whether it is only compared with answers that were judged before, so that it need not wait for others. */
  readonly isCompared?: boolean | undefined;
}

/** Requests the audio of a text again. */
export type AskAgain = (requested: string) => Promise<SpeechMeasure>;

/** An answer whose text and audio are measured. */
export interface MeasuredAnswer {
  readonly text: TextUnits;
  readonly speech: SpeechMeasure;
}

/** An answer that waits until the pace is known. */
export interface HeldAnswer extends MeasuredAnswer {
  readonly sample: PaceSample;
  readonly settle: (problem: SpeechProblem | undefined) => void;
}

/** An answer whose sound the service returned for another text, too. */
export interface SharedSound {
  readonly source: SpokenSource;
  readonly speech: SpeechMeasure;
  readonly same: SameSound;
}
