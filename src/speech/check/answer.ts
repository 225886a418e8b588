import type { Pcm } from '../../core/pcm.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';

/** One answer of a voice to a text, and what was found about it. */
export interface Answer {
  /** Absent when nothing came that can be speech. */
  readonly pcm?: Pcm | undefined;
  /** Its length without pauses and the silence around it. */
  readonly soundSeconds: number;
  /** Absent without audio, and when it was joined of parts. */
  readonly speech?: SpeechMeasure | undefined;
  /** What is wrong with it, or unusual. */
  readonly problem?: SpeechProblem | undefined;
}

/** An answer with audio. */
export interface SpokenAnswer extends Answer {
  readonly pcm: Pcm;
}

/** Reports whether an answer has audio. */
export function isSpoken(answer: Answer): answer is SpokenAnswer {
  return answer.pcm !== undefined;
}

/** Reports whether an answer is right when another one is the same. */
export function isCredible({ problem }: Answer): boolean {
  return problem === undefined || problem.grade === 'slight';
}
