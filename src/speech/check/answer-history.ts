import { ServiceDownError } from '../call/provider-errors.ts';
import type { SpeechProblem, Strictness } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import type { SpeechCheckOptions } from './speech-check-options.ts';
import { maxWrong, sameAnswerShare, watchedAnswers } from './limits.ts';

/** The answers of a service in a run, as far as they matter for the next ones. */
export class AnswerHistory implements Strictness {
  #watched = 0;
  #wrongInARow = 0;
  /** Seconds of sound of the last answer to a text that had a slight problem. */
  readonly #slight = new Map<string, number>();
  readonly #isDeterministic: boolean;

  constructor({ nature }: Pick<SpeechCheckOptions, 'nature'> = {}) {
    this.#isDeterministic = nature === 'same';
  }

  /** Whether one of the last answers was wrong, so that the next ones may be, too. */
  get isWatched(): boolean {
    return this.#watched > 0 && !this.#isDeterministic;
  }

  /** Throws `ServiceDownError` when only wrong answers came of late. `message` is what is wrong with the last one. */
  assertUsable(message: string): void {
    if (this.#wrongInARow < maxWrong) return;
    throw new ServiceDownError(
      `The last ${this.#wrongInARow} answers of the service were not the audio of their texts. ${message}`,
    );
  }

  /** Records a wrong answer. */
  addFault(): void {
    this.#watched = watchedAnswers;
  }

  /**
   * Records an answer and returns what is wrong with it in the end: a slight problem does not count when the answer before
   * had the same, unless the service is watched, or when every answer would have it.
   */
  settle(text: string, { soundSeconds }: SpeechMeasure, problem: SpeechProblem | undefined): SpeechProblem | undefined {
    this.#watched = Math.max(0, this.#watched - 1);
    const before = this.#slight.get(text);
    this.#slight.delete(text);
    if (problem?.grade !== 'slight') {
      this.#wrongInARow = problem === undefined ? 0 : this.#wrongInARow + 1;
      if (problem !== undefined) this.addFault();
      return problem;
    }
    if (this.#isDeterministic) return undefined;
    const isSame = before !== undefined && Math.abs(Math.log(soundSeconds / before)) < sameAnswerShare;
    if (isSame && !this.isWatched) return undefined;
    this.#slight.set(text, soundSeconds);
    return problem;
  }
}
