import type { KnownChapter } from '../../narration/narration.ts';
import { modelSetting, translationModelSetting } from '../../llm/model-settings.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { withOwnCast } from '../cast/own-cast.ts';
import { openNarration } from './open-narration.ts';
import { directionOf } from './write-scripts.ts';
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

/** What is known of scripts before they are written. */
interface KnownScripts {
  readonly known: readonly KnownChapter[];
  /** Whether the text of the book is directed. */
  readonly directs: boolean;
}

/**
 * Returns the scripts that are missing, each chapter for a run of its own; undefined when there are none, and with a limit of costs,
 * which one run has to watch. A translation is for one run: its names and usual lengths are those of the whole book. So is a direction:
 * its people are those of the whole book.
 */
export function scriptsToWrite(
  { maxCost, translate, model }: NarrationRequest,
  { chosen }: Pick<RunBook, 'chosen'>,
  { known, directs, settings }: KnownScripts & Pick<ConversionTools, 'settings'>,
): ScriptsToWrite | undefined {
  const missing = chosen.filter((_, place) => known[place]?.blocks === undefined || known[place].title === undefined);
  const translator = translate === undefined ? undefined : settings.get(translationModelSetting);
  const name = model ?? settings.get(modelSetting) ?? translator;
  if (missing.length === 0 || maxCost !== undefined || name === undefined) return undefined;
  const isOneRun = translate !== undefined || directs;
  const parts = isOneRun ? [chosen.map(({ index }) => index)] : missing.map(({ index }) => [index]);
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
  const { directs, model } = narration;
  // What the rules direct takes no time.
  if (directs && !model) return undefined;
  return scriptsToWrite(request, run, { known: await narration.known(), directs, settings: tools.settings });
}

/** Writes the scripts of chapters, by their indexes in the book, and speaks nothing. Throws what the conversion throws. */
export async function writeScriptPart(
  given: NarrationRequest,
  chapters: readonly number[],
  tools: ScriptTools,
): Promise<void> {
  const request = await withOwnCast(given);
  const log = startRunLog(tools.onProgress);
  const run = await readForRun(request, log, tools);
  const own = run.chosen.filter(({ index }) => chapters.includes(index));
  const narration = await openNarration(request, { ...run, chosen: own }, tools, log);
  const direction = await directionOf(request, { run, narration }, tools, log);
  const chaptersOf = narration.chapters(direction?.director);
  // Each is kept in its file.
  while (!(await chaptersOf.next()).done);
}
