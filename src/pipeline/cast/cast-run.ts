import { modelSetting } from '../../llm/model-settings.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { withCost } from '../../narration/usage-meter.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { Budget } from '../plan/budget.ts';
import type { ModelBill } from '../plan/estimate-cost.ts';
import type { SegmentStore } from '../store/segment-store.ts';
import type { RunLog } from '../run-log.ts';
import { mapConcurrently } from '../../narration/map-concurrently.ts';
import type { KnownChapter } from '../../narration/narration.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { openModels, pricedModels } from '../script/open-models.ts';
import type { OpenModels } from '../script/open-models.ts';
import type { OpenNarration } from '../script/open-narration.ts';
import type { BookDirection } from './book-direction.ts';
import { DirectedChapters } from './direction-report.ts';
import { readCast } from './cast-source.ts';
import { builtinDirection, withParameters } from './direction-parameters.ts';
import { keptInStore } from './kept-answers.ts';
import { keepTrial } from './kept-trials.ts';
import type { ModelTrial } from './kept-trials.ts';
import type { ReadCast } from './cast-source.ts';

/** The parts of a request that decide on the voices of a run. */
export type CastRequest = Pick<
  ConversionRequest,
  'castSource' | 'voice' | 'language' | 'languageSwitch' | 'model' | 'llmBaseUrl'
>;

/** The tools a cast is opened with. */
export interface CastTools extends Pick<ConversionTools, 'settings' | 'signal'> {
  readonly chosen: Pick<ConversionTools['chosen'], 'provider'>;
  /** Keeps the answers of the model. */
  readonly store: Pick<SegmentStore, 'folder'>;
  /** The limit for the cost of the model's answers. */
  readonly budget?: Budget | undefined;
  /** Whether nothing is to be made: no model is asked who speaks, and a missing voice is no failure. Default: `false`. */
  readonly isPlanOnly?: boolean | undefined;
}

/** The tools a direction is opened with. Those of a script to be read have no store. */
type DirectionTools = Pick<CastTools, 'settings' | 'signal' | 'budget' | 'isPlanOnly'> &
  Partial<Pick<CastTools, 'store'>>;

/** The direction of the text of a run. */
export interface RunDirection {
  readonly director: BookDirection;
  readonly chapters: DirectedChapters;
  /** The cast. Undefined where the narrator says all. */
  readonly read: ReadCast | undefined;
  /** What the model of the cast takes. Undefined for that of the scripts. */
  readonly own?: CastUsage | undefined;
}

/** What a model that is asked for a cast alone takes. */
export interface CastUsage {
  /** Returns what it was asked for until now. */
  readonly usage: () => ModelUsage;
  /** Returns what it will be asked for where nothing is made yet. Answers that are kept are counted as well. */
  readonly expected: () => ModelUsage;
  readonly models: ModelBill['models'];
}

/** What is directed. */
interface DirectedRun {
  readonly run: RunBook;
  /** BCP-47 code of the speech. */
  readonly language: string;
  readonly narration?: Pick<OpenNarration, 'directs' | 'model' | 'prompt'> | undefined;
}

/**
 * Opens the direction of a run: of scripts that are directed, and wherever a cast is asked for. Without scripts, a model is asked when it
 * was named. Throws as `readCast`, `chooseModels` and `directBook` do.
 */
export async function openRunDirection(
  request: CastRequest,
  { run, language, narration }: DirectedRun,
  tools: DirectionTools,
  log: RunLog,
): Promise<RunDirection | undefined> {
  const read = request.castSource && (await readCast(request.castSource));
  if (!read && !narration?.directs) return undefined;
  const { signal, isPlanOnly } = tools;
  const { own, ...reader } = await readerOf(request, narration, tools, log);
  const sourceLanguage = request.language ?? run.book.metadata.language;
  const cast = read?.cast ?? { characters: [] };
  // With the lists of names, which a book without a cast does not need.
  const { directBook } = await import('./book-direction.ts');
  const { store } = tools;
  const onTrial = store && (async (trial: ModelTrial) => await keepTrial(store, trial));
  const options = { cast, run, sourceLanguage, language, ...reader, isPlanOnly, signal, onTrial };
  const director = await directBook(options, log);
  return { director, chapters: new DirectedChapters(), read, own: own && usageOf(own, director, run) };
}

/** Who directs: the model of the scripts that are directed, otherwise that of the cast. Without a model, the rules. */
interface Reader {
  readonly model: LanguageModel | undefined;
  readonly prompt: string;
  /** The model of the cast alone. */
  readonly own?: OpenModels | undefined;
}

/** Returns who directs. The answers of a model for the cast alone are kept, so that it is asked once. */
async function readerOf(
  request: CastRequest,
  narration: DirectedRun['narration'],
  tools: DirectionTools,
  log: RunLog,
): Promise<Reader> {
  if (narration?.directs) return { model: narration.model, prompt: narration.prompt };
  const { settings, store } = tools;
  const { prompt, parameters } = builtinDirection();
  const isNamed = (request.model ?? settings.get(modelSetting)) !== undefined;
  if (narration || !isNamed) return { model: undefined, prompt };
  const own = await openModels(request, { scripts: true, translate: false }, { ...tools, log });
  const model = own.model && store ? keptInStore(own.model, store) : own.model;
  return { model: model && withParameters(model, parameters), prompt, own };
}

function usageOf(own: OpenModels, director: BookDirection, { chosen }: RunBook): CastUsage {
  const indexes = chosen.map(({ index }) => index);
  return {
    usage: () => own.meter.usage,
    expected: () => withCost(director.estimate(indexes), own.prices.model),
    models: pricedModels(own, own.prices),
  };
}

/** Chapters that a model is asked about at the same time. It has limits of its own. */
const chaptersAtOnce = 8;

/** Returns the chosen chapters of a book, directed where its text is. Throws what the model throws. */
export async function directChosen(
  { chosen }: RunBook,
  direction: RunDirection | undefined,
  { onProgress }: Pick<RunLog, 'onProgress'>,
): Promise<readonly KnownChapter[]> {
  if (!direction) return chosen.map(({ chapter: { title, blocks } }) => ({ title, blocks }));
  const { director } = direction;
  const countOf = (index: number): number => director.guesses.get(index)?.length ?? 0;
  const quotations = chosen.reduce((sum, { index }) => sum + countOf(index), 0);
  let answered = 0;
  const report = (): void => {
    if (director.isAsking && quotations > 0) onProgress({ type: 'cast-progress', quotations, answered });
  };
  report();
  return await mapConcurrently(chosen, chaptersAtOnce, async ({ index, chapter: { title, blocks } }) => {
    const operations = await director.direct(index, blocks);
    answered += countOf(index);
    report();
    return { title, blocks, operations };
  });
}
