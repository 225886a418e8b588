import { rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheCompletions } from '../../narration/cache-completions.ts';
import type { Director } from '../../narration/direction/director.ts';
import { completionsFolder } from '../../narration/chapter-tools.ts';
import { narrate } from '../../narration/narrate.ts';
import { parsePrompt } from '../../narration/tasks/parse-prompt.ts';
import { expectationOf } from '../../narration/tasks/task.ts';
import { knownChapter } from '../../narration/known-chapter.ts';
import type { KnownChapter, NarratedChapter, NarrationOptions } from '../../narration/narration.ts';
import type { NarrationEvent } from '../../narration/narration-event.ts';
import { AudiobookError } from '../../core/errors.ts';
import { sameLanguage } from '../../core/language.ts';
import { targetLanguage } from '../../narration/translation/target-language.ts';
import { estimateUsage } from '../../narration/estimate-usage.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import type { Budget } from '../plan/budget.ts';
import type { ModelBill } from '../plan/estimate-cost.ts';
import { chooseTask } from './choose-task.ts';
import { loadLexicon } from '../open/load-lexicon.ts';
import { openModels, pricedModels } from './open-models.ts';
import type { ModelWatch, NeededModels, OpenModels } from './open-models.ts';
import { scriptForm } from './podcast-hosts.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { parameterOptions } from '../options/narration-options.ts';
import { pickOptions } from '../options/option.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { scriptsFolder } from '../output/output-paths.ts';
import type { NarrationReport } from '../script/script-gaps.ts';
import { judgeTrial, keepTrial } from '../cast/kept-trials.ts';
import type { JudgeTrial } from '../../narration/judge/judge.ts';
import { withParameters } from '../cast/direction-parameters.ts';
import { keptInStore } from '../cast/kept-answers.ts';
import type { RunLog } from '../run-log.ts';

/** A narration that is ready to start. */
export interface OpenNarration {
  /** BCP-47 code of the speech. */
  readonly language: string;
  readonly report: Omit<NarrationReport, 'chapters' | 'usage'>;
  /** Voices by role. */
  readonly roles: ReadonlyMap<string, string>;
  /** Whether the text of the book is directed instead of rewritten. The other functions take the director then. */
  readonly directs: boolean;
  /** The model that directs. Undefined: the rules do. */
  readonly model: LanguageModel | undefined;
  /** What the prompt says about the reading. */
  readonly prompt: string;
  /** Returns what the models will be asked for, with their prices. Kept scripts are left out. */
  readonly expected: (director?: Director) => Promise<ModelBill>;
  /** Typical length of a script as a share of its source. */
  readonly typicalLength: number;
  /** Returns what the models were asked for until now. */
  readonly usage: () => ModelUsage;
  /** Returns what is known of each chapter before a model is asked. */
  readonly known: (director?: Director) => Promise<readonly KnownChapter[]>;
  readonly chapters: (director?: Director) => AsyncGenerator<NarratedChapter, void, undefined>;
}

/** The tools a narration is opened with. The provider is missing when only scripts are written. */
type NarrationTools = Pick<ConversionTools, 'settings' | 'signal'> & {
  readonly chosen?: Pick<ConversionTools['chosen'], 'provider'> | undefined;
  /** Keeps the answers of a model that directs, beside the scripts. */
  readonly store?: { readonly folder: string } | undefined;
  readonly budget?: Budget | undefined;
  /** Whether nothing is to be made. Default: `false`. */
  readonly isPlanOnly?: boolean | undefined;
  readonly watch?: ModelWatch | undefined;
};

/** Finds the task, the prompt and the models before anything costs. Throws `bad-value`, `file-not-found` (prompt) or `model-unavailable`. */
export async function openNarration(
  request: NarrationRequest,
  { book, chosen }: RunBook,
  tools: NarrationTools,
  log: RunLog,
): Promise<OpenNarration> {
  const spoken = request.language ?? book.metadata.language;
  const task = chooseTask(request);
  const target = translationTarget(request, spoken, log);
  const language = target ?? spoken;
  const { roles, ...script } = await scriptForm(task, request, language, { ...tools, warn: log.warn });
  const expectation = expectationOf(task, script.prompt);
  const directs = expectation.direction === true;
  const needed = neededModels(script, directs, target);
  const retold = isRetold(script, directs);
  if (request.bilingual && retold) throw onlyTranslated(task.name);
  warnOfUnusedJudge(request, needed, log);
  const models = await openModels(request, needed, { ...tools, log });
  const { model, translator, judge } = models;
  const folder = request.scriptsFolder ?? scriptsFolder(request.output);
  const options: NarrationOptions = {
    task,
    ...script,
    model,
    judge,
    translation: target !== undefined && translator ? { target, model: translator } : undefined,
    bilingual: request.bilingual,
    lexicon: await loadLexicon(request.lexicons),
    parameters: pickOptions(parameterOptions, request),
    bookTitle: book.metadata.title,
    language: spoken,
    folder,
    freshScripts: request.freshScripts,
    allowGaps: request.allowGaps,
    signal: tools.signal,
    onEvent: (event) => reportEvent(event, log, tools.watch),
    onTrial: async (trial) => await noteJudge(trial, tools, log),
  };
  const names = { task: task.name, model: model?.id, translator: translator?.id };
  return {
    language,
    roles,
    directs,
    model: directs ? await directingModel(options, tools) : undefined,
    prompt: parsePrompt(script.prompt).text,
    report: { ...names, hosts: script.hosts, translatedInto: target },
    typicalLength: retold ? task.expectation.length.typical : 1 + Number(options.bilingual === true),
    ...chaptersOf(chosen, options, models, log),
  };
}

function onlyTranslated(task: string): AudiobookError {
  const message = `--bilingual reads the book and its translation. The task '${task}' tells it in other words.`;
  return new AudiobookError('bad-value', message);
}

/** Returns what models are for. Those that write what is spoken are judged. */
function neededModels(
  script: Pick<NarrationOptions, 'prompt'>,
  directs: boolean,
  target: string | undefined,
): NeededModels {
  const translate = target !== undefined;
  const judged = translate || isRetold(script, directs);
  return { scripts: script.prompt !== '', translate, optional: directs, judged };
}

function warnOfUnusedJudge(
  { judgeModel }: Pick<NarrationRequest, 'judgeModel'>,
  { judged }: Pick<NeededModels, 'judged'>,
  { warn }: Pick<RunLog, 'warn'>,
): void {
  if (judgeModel === undefined || judged) return;
  warn('--judge-model has no effect: only retellings and translations are judged.');
}

/** Reports whether a script is spoken instead of the text of the book. */
function isRetold({ prompt }: Pick<NarrationOptions, 'prompt'>, directs: boolean): boolean {
  return prompt !== '' && !directs;
}

/** Returns what a narration says of its chapters before, while and after they are written. */
function chaptersOf(
  chosen: RunBook['chosen'],
  options: NarrationOptions,
  { prices, meter, ...models }: OpenModels,
  log: RunLog,
): Pick<OpenNarration, 'known' | 'expected' | 'usage' | 'chapters'> {
  const estimate = async (director: Director | undefined): Promise<ModelUsage> =>
    await estimateUsage(chosen, { ...options, director }, prices);
  return {
    known: async (director) =>
      await Promise.all(chosen.map((chapter) => knownChapter(chapter, { ...options, director }))),
    expected: async (director) => ({
      usage: await estimate(director),
      models: pricedModels(models, prices),
    }),
    usage: () => meter.usage,
    async *chapters(director) {
      const expected = await estimate(director);
      if (expected.requests > 0) log.onProgress({ type: 'model-plan', ...expected });
      yield* narrate(chosen, { ...options, director });
    },
  };
}

/** Returns the model of a direction. Its answers are kept beside the scripts, and on this machine: who speaks is asked once. */
async function directingModel(
  { model, task, parameters, folder, freshScripts }: NarrationOptions,
  { store, isPlanOnly }: Pick<NarrationTools, 'store' | 'isPlanOnly'>,
): Promise<LanguageModel | undefined> {
  if (!model) return undefined;
  const answers = completionsFolder(folder);
  if (freshScripts && !isPlanOnly) await rm(answers, { recursive: true, force: true });
  const kept = store && !freshScripts ? keptInStore(model, store) : model;
  const cached = cacheCompletions(kept, (hash) => path.join(answers, `${hash}.json`));
  return withParameters(cached, task.getLlmParams(parameters));
}

/** Says of a model that it is no judge, and keeps what came of trying it. */
async function noteJudge(
  trial: JudgeTrial,
  { store }: Pick<NarrationTools, 'store'>,
  { warn }: Pick<RunLog, 'warn'>,
): Promise<void> {
  const judged = judgeTrial(trial);
  if (!trial.isTrusted) warn(`${judged.detail} Another may: --judge-model.`);
  if (store) await keepTrial(store, judged);
}

function translationTarget({ translate }: NarrationRequest, language: string, log: RunLog): string | undefined {
  if (translate === undefined) return undefined;
  const { code, name } = targetLanguage(translate);
  if (!sameLanguage(code, language)) return code;
  log.warn(`The book is already in ${name} and is not translated.`);
  return undefined;
}

function reportEvent(event: NarrationEvent, log: RunLog, watch: ModelWatch | undefined): void {
  if (event.type === 'script-start') log.onProgress(event);
  if (event.type === 'script-end') {
    const { chapter, title, origin } = event;
    log.onProgress({ type: 'script-end', chapter, title, origin });
  }
  if (event.type === 'script-step') {
    const { chapter, step } = event;
    watch?.onStep(step);
    log.onProgress({ type: 'script-step', chapter, action: step.action, reason: step.reason });
  }
  if (event.type === 'script-renamed') {
    log.warn(`The edited script of chapter ${event.chapter + 1} no longer fits. It was renamed to ${event.path}.`);
  }
}
