import type { LanguageModel } from '../../llm/language-model.ts';
import { ask } from '../ask/ask.ts';
import { scriptsQuestion, translationsQuestion } from './judge-prompt.ts';
import type { JudgedPair, Judgement, Meaning } from './judge-prompt.ts';
import { scriptTrial } from './judge-trials.ts';
import type { TrialBook } from './judge-trials.ts';

/** Inputs of a judge. */
export interface JudgeOptions extends TrialBook {
  readonly model: LanguageModel;
  readonly signal: AbortSignal;
  /** Called when the model was tried. */
  readonly onTrial?: ((trial: JudgeTrial) => void | Promise<void>) | undefined;
}

/** What came of trying a judge. */
export interface JudgeTrial {
  readonly model: string;
  readonly isTrusted: boolean;
}

/**
 * Asks a model what it thinks of scripts and translations. It is tried first, once per run, on the opening of the book. One that does not tell right
 * from wrong there is no judge.
 */
export class Judge {
  readonly #options: JudgeOptions;
  #trial: Promise<boolean> | undefined;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Returns whether the model passed its trial, which is made at the first call. Throws what the model throws. */
  async isTrusted(): Promise<boolean> {
    this.#trial ??= this.#try();
    return await this.#trial;
  }

  /** Returns what the judge says of scripts, in their order; undefined when it says nothing of use. Throws what the model throws. */
  async scripts(pairs: readonly JudgedPair[]): Promise<readonly Judgement[] | undefined> {
    return (await this.isTrusted()) ? await this.#askScripts(pairs) : undefined;
  }

  /** Returns what the judge says of translations, as `scripts` does. */
  async translations(pairs: readonly JudgedPair[]): Promise<readonly Meaning[] | undefined> {
    if (pairs.length === 0 || !(await this.isTrusted())) return undefined;
    return (await ask(translationsQuestion(pairs), this.#options))?.pairs;
  }

  async #try(): Promise<boolean> {
    const { model, onTrial } = this.#options;
    const trial = scriptTrial(this.#options);
    const answer = await this.#askScripts(trial.pairs);
    const isTrusted = answer !== undefined && trial.isPassed(answer);
    await onTrial?.({ model: model.id, isTrusted });
    return isTrusted;
  }

  async #askScripts(pairs: readonly JudgedPair[]): Promise<readonly Judgement[] | undefined> {
    return (await ask(scriptsQuestion(pairs), this.#options))?.scripts;
  }
}
