import { readBook } from '../../book/read-book.ts';
import type { Chapter } from '../../core/book.ts';
import { directBook } from '../cast/book-direction.ts';
import { withParameters } from '../cast/direction-parameters.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { chooseChapters } from '../read/choose-chapters.ts';
import { chooseTask, promptOf } from './choose-task.ts';
import { openModels } from './open-models.ts';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { parsePrompt } from '../../narration/tasks/parse-prompt.ts';
import type { ScriptExpectation } from '../../narration/script-expectation.ts';
import type { ScriptStep } from '../../narration/narration-event.ts';
import { blocksToScript } from '../../narration/script/script-text.ts';
import { commonStems } from '../../narration/guard/rare-words.ts';
import { Judge } from '../../narration/judge/judge.ts';
import { writeRetelling } from '../../narration/retelling/write-retelling.ts';
import type { OwnPrompt } from '../../narration/tasks/prompts.ts';
import type { TaskConfig } from '../../narration/tasks/task.ts';
import { expectationOf, inTurns } from '../../narration/tasks/task.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import type { ChapterName } from '../options/chapter-list.ts';
import { pickOptions } from '../options/option.ts';
import type { OptionValues } from '../options/option.ts';
import { parameterOptions } from '../options/narration-options.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { readingOptions } from '../options/reading-options.ts';

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
 * Writes the script of one chapter and returns everything that was asked and answered, also where the script was refused. Stores
 * nothing. Throws as `readBook`, `promptOf`, `chooseModels` and `chooseChapters` do.
 */
export async function tryPrompt(
  trial: PromptTrial,
  settings: Settings,
  signal: AbortSignal,
): Promise<PromptTrialResult> {
  const task = chooseTask(trial);
  const hosts = hostsOf(task, trial);
  const prompt = await promptOf(task, { ...trial, hosts });
  if (prompt === '') throw new AudiobookError('bad-value', `The task '${task.name}' has no prompt to try.`);
  const book = await readBook(trial.bookFile, { ...bookChoices(trial), signal });
  const [chosen] = await chooseChapters(book, { fromChapter: trial.chapter, maxChapters: 1 });
  if (!chosen) throw new AudiobookError('book-no-text', 'The book has no chapter to try a prompt on.');
  const expectation = hosts === 2 ? inTurns(expectationOf(task, prompt)) : expectationOf(task, prompt);
  const needed = { scripts: true, judged: !expectation.direction, translate: false };
  const tools = { settings, signal, log: { onProgress: () => undefined } };
  const { model, judge = model, meter } = await openModels(trial, needed, tools);
  if (!model || !judge) throw new AudiobookError('internal', 'No language model was opened.');
  const exchanges: PromptExchange[] = [];
  const steps: ScriptStep[] = [];
  const outcome = await (expectation.direction ? tryDirection : tryRetelling)({
    run: { book, chosen: [chosen] },
    chapter: chosen.chapter,
    prompt,
    expectation,
    parameters: task.getLlmParams(pickOptions(parameterOptions, trial)),
    model: recorded(model, exchanges),
    judge: recorded(judge, exchanges),
    language: trial.language ?? book.metadata.language,
    signal,
    onStep: (step) => steps.push(step),
  });
  return { model: model.id, exchanges, steps, ...outcome, usage: meter.usage };
}

/** A chapter and what its prompt is tried with. */
interface TriedChapter {
  readonly run: RunBook;
  readonly chapter: Chapter;
  readonly prompt: string;
  readonly expectation: ScriptExpectation;
  readonly parameters: GivenParameters;
  readonly model: LanguageModel;
  readonly judge: LanguageModel;
  /** BCP-47 code of the chapter. */
  readonly language: string;
  readonly signal: AbortSignal;
  readonly onStep: (step: ScriptStep) => void;
}

type Outcome = Pick<PromptTrialResult, 'script' | 'refused'>;

async function tryDirection(tried: TriedChapter): Promise<Outcome> {
  const { run, prompt, language, signal, onStep } = tried;
  const model = withParameters(tried.model, tried.parameters);
  const options = { cast: { characters: [] }, run, sourceLanguage: language, language, signal };
  const given = { ...options, model, prompt: parsePrompt(prompt).text };
  const director = await directBook(given, { warn: () => undefined });
  const { blocks } = tried.chapter;
  const operations = await director.direct(run.chosen[0]?.index ?? 0, blocks, { onStep });
  return { script: blocksToScript(blocks, operations), refused: director.distrust ?? director.refusal() };
}

async function tryRetelling({ run: { book }, chapter, ...tried }: TriedChapter): Promise<Outcome> {
  const { judge, language, signal } = tried;
  const texts = book.chapters.map(({ blocks }) => blocks.map(({ text }) => text).join('\n\n'));
  const written = writeRetelling(chapter, {
    ...tried,
    judge: new Judge({ model: judge, chapters: texts, language, signal }),
    common: commonStems(texts),
    bookTitle: book.metadata.title,
  });
  return await written.then((blocks) => ({ script: blocksToScript(blocks) }), refusedScript);
}

/** A refused script has requests and answers to look at. */
function refusedScript(thrown: unknown): Outcome {
  if (!(thrown instanceof AudiobookError) || thrown.code !== 'model-failed') throw thrown;
  return { script: '', refused: thrown.message };
}

/** As in a run with two voices: two hosts speak turns, one speaks a prompt of the user. */
function hostsOf({ outputStructure }: TaskConfig, { hosts, promptFile, promptText }: PromptTrial): 1 | 2 {
  if (outputStructure !== 'turns' && hosts === 2)
    throw invalidValue('number of hosts', hosts, '1, or the task podcast');
  const isForTwo = outputStructure === 'turns' && (promptFile ?? promptText) === undefined;
  return hosts ?? (isForTwo ? 2 : 1);
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
