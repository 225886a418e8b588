import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { Settings } from '../../core/settings.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import type { NarratedChapter } from '../../narration/narration.ts';
import type { ScriptStep } from '../../narration/narration-event.ts';
import { blocksToScript } from '../../narration/script/script-text.ts';
import type { OwnPrompt } from '../../narration/tasks/prompts.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import { checkRequest } from '../check-request.ts';
import type { NarrationRequest } from '../conversion.ts';
import type { ChapterName } from '../options/chapter-list.ts';
import type { parameterOptions } from '../options/narration-options.ts';
import type { OptionValues } from '../options/option.ts';
import type { readingOptions } from '../options/reading-options.ts';
import { readForRun } from '../read/read-for-run.ts';
import { startRunLog } from '../run-log.ts';
import { openNarration } from './open-narration.ts';
import { directionOf } from './write-scripts.ts';

/** A prompt to try on one chapter of a book. */
export interface PromptTrial
  extends OwnPrompt, OptionValues<typeof readingOptions>, OptionValues<typeof parameterOptions> {
  readonly task: string;
  readonly bookFile: string;
  /** Number of the chapter in the book, from 1, or its title. */
  readonly chapter: ChapterName;
  readonly model?: string | undefined;
  /** Judges a retelling. Default: the model that wrote it. */
  readonly judgeModel?: string | undefined;
  readonly llmBaseUrl?: string | undefined;
  /** BCP-47 code. Default: that of the book. */
  readonly language?: string | undefined;
}

/** A request to the model and its answer. */
export interface PromptExchange {
  readonly model: string;
  readonly system: string;
  readonly request: string;
  readonly answer: string;
  readonly stopReason: string;
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
}

/** The result of trying a prompt. */
export interface PromptTrialResult {
  readonly model: string;
  readonly exchanges: readonly PromptExchange[];
  /** The decisions of the guard on the answers. */
  readonly steps: readonly ScriptStep[];
  /** Empty where the script was refused. A direction that the model did not make is that of the rules. */
  readonly script: string;
  /** Why the script was refused, or why the model does not direct. */
  readonly refused?: string | undefined;
  readonly usage: ModelUsage;
}

/**
 * Writes the script of one chapter as a run does, in a folder of its own, and returns everything that was asked and answered, also where
 * the script was refused. Throws as `checkRequest`, `readForRun` and `openNarration` do.
 */
export async function tryPrompt(
  { chapter, ...trial }: PromptTrial,
  settings: Settings,
  signal: AbortSignal,
): Promise<PromptTrialResult> {
  await using folder = await openScratchFolder('audiobook-prompt-');
  const output = path.join(folder.path, 'book.m4b');
  const request: NarrationRequest = { ...trial, output, format: 'm4b', fromChapter: chapter, maxChapters: 1 };
  await checkRequest(request);
  const exchanges: PromptExchange[] = [];
  const steps: ScriptStep[] = [];
  const watch = {
    model: (model: LanguageModel): LanguageModel => recorded(model, exchanges),
    onStep: (step: ScriptStep): void => void steps.push(step),
  };
  const log = startRunLog(undefined);
  const tools = { settings, signal, watch };
  const run = await readForRun(request, log, tools);
  const narration = await openNarration(request, run, tools, log);
  const { task, model } = narration.report;
  if (model === undefined) throw new AudiobookError('bad-value', `The task '${task}' has no prompt to try.`);
  const direction = await directionOf(request, { run, narration }, tools, log);
  const outcome = await outcomeOf(narration.chapters(direction?.director));
  const { distrust, refusal } = direction?.director ?? {};
  return { model, exchanges, steps, refused: distrust ?? refusal?.(), ...outcome, usage: narration.usage() };
}

/** Returns the script of the only chapter. One that was refused has requests and answers to look at. */
async function outcomeOf(
  chapters: AsyncGenerator<NarratedChapter, void, undefined>,
): Promise<Pick<PromptTrialResult, 'script' | 'refused'>> {
  try {
    const { value } = await chapters.next();
    if (!value) throw new AudiobookError('book-no-text', 'The book has no chapter to try a prompt on.');
    return { script: blocksToScript(value.blocks, value.operations) };
  } catch (thrown) {
    if (!(thrown instanceof AudiobookError) || thrown.code !== 'model-failed') throw thrown;
    // Which chapter it is goes without saying.
    const { message } = thrown.cause instanceof AudiobookError ? thrown.cause : thrown;
    return { script: '', refused: message };
  }
}

/** Returns a model that writes down what it is asked and what it answers. */
function recorded(model: LanguageModel, exchanges: PromptExchange[]): LanguageModel {
  return {
    ...model,
    async generate(request) {
      const generation = await model.generate(request);
      const { text: answer, stopReason, usage } = generation;
      const { systemPrompt: system = '', userPrompt = '' } = request;
      exchanges.push({ model: model.id, system, request: userPrompt, answer, stopReason, ...usage });
      return generation;
    },
  };
}
