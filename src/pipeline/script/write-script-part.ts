import type { KnownChapter } from '../../narration/narration.ts';
import { modelSetting, translationModelSetting } from '../../llm/model-settings.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { openNarration } from './open-narration.ts';
import { readForRun } from '../read/read-for-run.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { modelService } from '../open/model-services.ts';
import { startRunLog } from '../run-log.ts';

/** Scripts that a language model has yet to write. */
export interface ScriptsToWrite {
  /** The service of the model: `ollama` or a vendor. */
  readonly service: string;
  /** Indexes in the book of the chapters that each run writes. */
  readonly parts: readonly (readonly number[])[];
}

/** The tools a script is written with. Without a provider, scripts are written to be read. */
export type ScriptTools = Pick<ConversionTools, 'settings' | 'signal' | 'onProgress'> &
  Partial<Pick<ConversionTools, 'chosen'>>;

/**
 * Returns the scripts that are missing, each chapter for a run of its own; undefined when there are none, and with a limit of costs,
 * which one run has to watch. A translation is for one run: its names and usual lengths are those of the whole book.
 */
export function scriptsToWrite(
  { maxCost, translate, model }: NarrationRequest,
  { chosen }: Pick<RunBook, 'chosen'>,
  { known, settings }: { readonly known: readonly KnownChapter[] } & Pick<ConversionTools, 'settings'>,
): ScriptsToWrite | undefined {
  const missing = chosen.filter((_, place) => known[place]?.blocks === undefined || known[place].title === undefined);
  const translator = translate === undefined ? undefined : settings.get(translationModelSetting);
  const name = model ?? settings.get(modelSetting) ?? translator;
  if (missing.length === 0 || maxCost !== undefined || name === undefined) return undefined;
  const parts = translate === undefined ? missing.map(({ index }) => [index]) : [chosen.map(({ index }) => index)];
  return { service: modelService(name, settings), parts };
}

/** Reads a book and returns the scripts that are missing, as `scriptsToWrite` does. Throws what the conversion throws. */
export async function findScriptsToWrite(
  request: NarrationRequest,
  tools: ScriptTools,
): Promise<ScriptsToWrite | undefined> {
  const log = startRunLog(tools.onProgress);
  const run = await readForRun(request, log, tools);
  const narration = await openNarration(request, run, tools, log);
  return scriptsToWrite(request, run, { known: await narration.known(), settings: tools.settings });
}

/** Writes the scripts of chapters, by their indexes in the book, and speaks nothing. Throws what the conversion throws. */
export async function writeScriptPart(
  request: NarrationRequest,
  chapters: readonly number[],
  tools: ScriptTools,
): Promise<void> {
  const log = startRunLog(tools.onProgress);
  const run = await readForRun(request, log, tools);
  const own = run.chosen.filter(({ index }) => chapters.includes(index));
  const narration = await openNarration(request, { ...run, chosen: own }, tools, log);
  const chaptersOf = narration.chapters();
  // Each is kept in its file.
  while (!(await chaptersOf.next()).done);
}
