import type { LanguageModel } from '../../llm/language-model.ts';
import { ask } from '../ask/ask.ts';
import { scriptsQuestion, translationsQuestion } from './judge-prompt.ts';
import type { JudgedPair, Judgement, Meaning } from './judge-prompt.ts';
import { scriptTrial, translationTrial } from './judge-trials.ts';
import type { TranslationTrial, TrialBook } from './judge-trials.ts';

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
  readonly of: 'scripts' | 'translations';
  readonly isTrusted: boolean;
}

/**
 * Asks a model what it thinks of scripts and translations. It is tried first, once per run: of scripts with the opening of the book, of translations
 * with paragraphs whose translation has no sign of a mistake. One that does not tell right from wrong there is no judge.
 */
export class Judge {
  readonly #options: JudgeOptions;
  readonly #sound: JudgedPair[] = [];
  #trial: Promise<boolean> | undefined;
  #translationTrial: Promise<boolean> | undefined;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Returns whether the model passed its trial on scripts, which is made at the first call. Throws what the model throws. */
  async isTrusted(): Promise<boolean> {
    this.#trial ??= this.#try();
    return await this.#trial;
  }

  /** Returns what the judge says of scripts, in their order; undefined when it says nothing of use. Throws what the model throws. */
  async scripts(pairs: readonly JudgedPair[]): Promise<readonly Judgement[] | undefined> {
    return (await this.isTrusted()) ? await this.#askScripts(pairs) : undefined;
  }

  /**
   * Returns what the judge says of translations, as `scripts` does. `sound` are translations of the same text without a sign of a mistake: as long as
   * there are too few of them in the book, it cannot be tried and says nothing.
   */
  async translations(
    pairs: readonly JudgedPair[],
    sound: readonly JudgedPair[],
  ): Promise<readonly Meaning[] | undefined> {
    if (this.#translationTrial === undefined) this.#sound.push(...sound);
    if (pairs.length === 0) return undefined;
    const trial = translationTrial(this.#sound, this.#options.language);
    if (trial) this.#translationTrial ??= this.#tryTranslations(trial);
    return (await this.#translationTrial) ? await this.#askTranslations(pairs) : undefined;
  }

  async #try(): Promise<boolean> {
    const trial = scriptTrial(this.#options);
    const answer = await this.#askScripts(trial.pairs);
    return await this.#noted('scripts', answer !== undefined && trial.isPassed(answer));
  }

  async #tryTranslations({ pairs, areRight }: TranslationTrial): Promise<boolean> {
    const answer = await this.#askTranslations(pairs);
    const isPassed = answer?.every(({ same_meaning: isRight }, index) => isRight === areRight[index]) ?? false;
    return await this.#noted('translations', isPassed);
  }

  async #noted(of: JudgeTrial['of'], isTrusted: boolean): Promise<boolean> {
    await this.#options.onTrial?.({ model: this.#options.model.id, of, isTrusted });
    return isTrusted;
  }

  async #askScripts(pairs: readonly JudgedPair[]): Promise<readonly Judgement[] | undefined> {
    return (await ask(scriptsQuestion(pairs), this.#options))?.scripts;
  }

  async #askTranslations(pairs: readonly JudgedPair[]): Promise<readonly Meaning[] | undefined> {
    return (await ask(translationsQuestion(pairs), this.#options))?.pairs;
  }
}
