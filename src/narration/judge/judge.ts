import type { z } from 'zod';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { generateDefaults } from '../../llm/language-model.ts';
import type { LanguageModel, ModelLimits } from '../../llm/language-model.ts';
import { readJson } from '../guard/answer/read-answer.ts';
import type { ModelUsage } from '../usage-meter.ts';
import { scriptsRequest, translationsRequest } from './judge-prompt.ts';
import type { JudgeRequest, ScriptPair, TranslationPair } from './judge-prompt.ts';
import { judgements, meanings } from './judgement.ts';
import type { Judgement, Meaning } from './judgement.ts';
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

/** Tokens for what a judge quotes: some sentences. */
const answerTokens = 1000;

/**
 * Asks a model what it thinks of scripts and translations. It is tried first, once per run: of scripts with the opening of the book, of translations
 * with paragraphs whose translation has no sign of a mistake. One that does not tell right from wrong there is no judge.
 */
export class Judge {
  readonly #options: JudgeOptions;
  readonly #sound: TranslationPair[] = [];
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
  async scripts(pairs: readonly ScriptPair[]): Promise<readonly Judgement[] | undefined> {
    return (await this.isTrusted()) ? await this.#askScripts(pairs) : undefined;
  }

  /**
   * Returns what the judge says of translations, as `scripts` does. `sound` are translations of the same text without a sign of a mistake: as long as
   * there are too few of them in the book, it cannot be tried and says nothing.
   */
  async translations(
    pairs: readonly TranslationPair[],
    sound: readonly TranslationPair[],
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

  async #askTranslations(pairs: readonly TranslationPair[]): Promise<readonly Meaning[] | undefined> {
    return (await this.#ask(translationsRequest(pairs), meanings, (answer) => answer.pairs.length === pairs.length))
      ?.pairs;
  }

  async #askScripts(pairs: readonly ScriptPair[]): Promise<readonly Judgement[] | undefined> {
    return (await this.#ask(scriptsRequest(pairs), judgements, (answer) => answer.scripts.length === pairs.length))
      ?.scripts;
  }

  async #ask<Answer>(
    request: JudgeRequest,
    form: z.ZodType<Answer>,
    isWhole: (answer: Answer) => boolean,
  ): Promise<Answer | undefined> {
    const { model, signal } = this.#options;
    const { contextTokens } = await model.limits(signal);
    const tokens = estimateTokens(request.systemPrompt + request.userPrompt) + answerTokens;
    if (tokens > Math.min(contextTokens, generateDefaults.numCtx)) return undefined;
    const completion = await model.generate({ ...request, temperature: 0, numPredict: answerTokens, signal });
    const read = form.safeParse(readJson(completion.text));
    const isUsable = completion.stopReason === 'complete' && read.success && isWhole(read.data);
    await completion.record?.(isUsable);
    return isUsable ? read.data : undefined;
  }
}

/** Returns what trying a judge takes. */
export function judgeTrialUsage(book: Pick<JudgeOptions, 'chapters' | 'language'>): Omit<ModelUsage, 'cost'> {
  const { systemPrompt, userPrompt } = scriptsRequest(scriptTrial(book).pairs);
  return { requests: 1, promptTokens: estimateTokens(systemPrompt + userPrompt), completionTokens: 3 * usualAnswer };
}

/**
 * Returns what judging the script of a chapter takes, given part by part: a request with both, and a short answer. `share` is the length of the script as
 * one of the text.
 */
export function judgeUsage(
  parts: readonly string[],
  share: number,
  { contextTokens }: Pick<ModelLimits, 'contextTokens'>,
): Omit<ModelUsage, 'cost'> {
  const frame = estimateTokens(scriptsRequest([{ text: '', script: '' }]).systemPrompt);
  const both = Math.round(estimateTokens(parts.join('\n\n')) * (1 + share));
  const isWhole = frame + both + answerTokens <= Math.min(contextTokens, generateDefaults.numCtx);
  const requests = isWhole ? 1 : parts.length;
  return { requests, promptTokens: requests * frame + both, completionTokens: requests * usualAnswer };
}

/** Tokens of a judgement without quotations. */
const usualAnswer = 60;
