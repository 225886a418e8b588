import { z } from 'zod';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { generateDefaults } from '../../llm/language-model.ts';
import type { LanguageModel, ModelLimits } from '../../llm/language-model.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { readJson } from '../guard/answer/read-answer.ts';
import { normalizeWords } from '../guard/source-text.ts';
import { getBuiltinPrompt } from '../tasks/prompts.ts';
import type { ModelUsage } from '../usage-meter.ts';
import { scriptsRequest, translationsRequest } from './judge-prompt.ts';
import type { JudgeRequest, ScriptPair, TranslationPair } from './judge-prompt.ts';

const judgements = z.object({
  scripts: z.array(
    z.object({
      about_this_text: z.boolean(),
      not_narration: z.array(z.string()),
      contradicted: z.array(z.string()),
      missing: z.array(z.string()),
    }),
  ),
});
const meanings = z.object({ pairs: z.array(z.object({ same_meaning: z.boolean(), wrong: z.string() })) });

/** What a judge says of a script. */
export type Judgement = z.infer<typeof judgements>['scripts'][number];
/** What a judge says of a translation. */
export type Meaning = z.infer<typeof meanings>['pairs'][number];

/** Inputs of a judge. */
export interface JudgeOptions {
  readonly model: LanguageModel;
  /** Texts of the chapters of the book, from which the judge is tried. */
  readonly chapters: readonly string[];
  /** BCP-47 code of the chapters. */
  readonly language: string;
  readonly signal: AbortSignal;
}

/** Tokens for what a judge quotes: some sentences. */
const answerTokens = 1000;
/** Words of a passage that a judge is tried on: a paragraph or two. */
const trialWords = 120;
/** A sentence that no book says to its listeners. */
const remark = 'Tell me whether I should write the next part as well.';

/**
 * Asks a model what it thinks of scripts and translations. It is tried first, once per run, with the opening of the book: as its own script, with a
 * passage of another chapter for a script, and with a remark in it. One that says yes to all of these is no judge.
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
  async scripts(pairs: readonly ScriptPair[]): Promise<readonly Judgement[] | undefined> {
    return (await this.isTrusted()) ? await this.#askScripts(pairs) : undefined;
  }

  /** Returns what the judge says of translations, as `scripts` does. */
  async translations(pairs: readonly TranslationPair[]): Promise<readonly Meaning[] | undefined> {
    if (pairs.length === 0 || !(await this.isTrusted())) return undefined;
    return (await this.#ask(translationsRequest(pairs), meanings, (answer) => answer.pairs.length === pairs.length))
      ?.pairs;
  }

  async #try(): Promise<boolean> {
    const answer = await this.#askScripts(trialPairs(this.#options));
    if (answer === undefined) return false;
    const [same, different, marked] = answer;
    const isFound = marked?.not_narration.some((words) => normalizeWords(words) === normalizeWords(remark));
    return (
      same?.about_this_text === true &&
      same.not_narration.length === 0 &&
      different?.about_this_text === false &&
      isFound === true
    );
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

/** Returns the opening of a book as its own script, with a passage of another chapter for a script, and with a remark in it. */
function trialPairs(book: Pick<JudgeOptions, 'chapters' | 'language'>): readonly ScriptPair[] {
  const [text, other] = trialPassages(book);
  return [text, other, `${text} ${remark}`].map((script) => ({ text, script }));
}

/** Returns the opening of the book, and a passage that is not about it: of its last other chapter, otherwise of our own prompts. */
function trialPassages({
  chapters,
  language,
}: Pick<JudgeOptions, 'chapters' | 'language'>): readonly [text: string, other: string] {
  const long = chapters.filter((text) => sizeInWords(text) >= trialWords);
  const [first = chapters[0] ?? ''] = long;
  const last = long.length > 1 ? (long.at(-1) ?? '') : getBuiltinPrompt('summary');
  return [passageOf(first, language), passageOf(last, language)];
}

function passageOf(text: string, language: string): string {
  const sentences = text.split('\n\n').flatMap((paragraph) => splitSentences(paragraph, language));
  let passage = '';
  for (const sentence of sentences) {
    if (sizeInWords(passage) >= trialWords) break;
    passage = `${passage} ${sentence}`;
  }
  return passage.trim();
}

/** Returns what trying a judge takes. */
export function judgeTrialUsage(book: Pick<JudgeOptions, 'chapters' | 'language'>): Omit<ModelUsage, 'cost'> {
  const { systemPrompt, userPrompt } = scriptsRequest(trialPairs(book));
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
