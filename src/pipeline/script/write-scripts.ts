import { openRunDirection } from '../cast/cast-run.ts';
import type { RunDirection } from '../cast/cast-run.ts';
import { warnOfModel } from '../cast/direction-report.ts';
import type { DirectionReport } from '../cast/direction-report.ts';
import { withOwnCast } from '../cast/own-cast.ts';
import { checkRequest } from '../check-request.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { claimOutput } from '../output/claim-output.ts';
import { openNarration } from './open-narration.ts';
import type { OpenNarration } from './open-narration.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { readForRun } from '../read/read-for-run.ts';
import type { NarrationReport } from '../script/script-gaps.ts';
import { chapterReport, warnOfBookText, warnOfDoubts } from './script-gaps.ts';
import type { NarratedChapterReport } from './script-gaps.ts';
import { startRunLog } from '../run-log.ts';
import type { RunLog } from '../run-log.ts';

/** The scripts of a book. */
export interface ScriptsReport extends NarrationReport {
  /** How the text of the book is directed. Absent where it is rewritten. */
  readonly direction?: DirectionReport | undefined;
}

/** Writes the narration scripts of a book, one file per chapter, without speaking them. Throws as `audiobook` does. */
export async function writeScripts(
  given: NarrationRequest,
  tools: Pick<ConversionTools, 'settings' | 'signal' | 'onProgress' | 'onBook'>,
): Promise<ScriptsReport> {
  const request = await withOwnCast(given);
  await checkRequest(request);
  const log = startRunLog(tools.onProgress);
  const claim = await claimOutput(request, tools.signal, log);
  try {
    return await scriptsOf(request, tools, log);
  } finally {
    await claim[Symbol.asyncDispose]();
  }
}

async function scriptsOf(
  request: NarrationRequest,
  tools: Parameters<typeof writeScripts>[1],
  log: RunLog,
): Promise<ScriptsReport> {
  const run = await readForRun(request, log, tools);
  const narration = await openNarration(request, run, tools, log);
  const direction = await directionOf(request, { run, narration }, tools, log);
  const chapters: NarratedChapterReport[] = [];
  for await (const chapter of narration.chapters(direction?.director)) {
    direction?.chapters.note(chapter.index, chapter.blocks, chapter.operations);
    chapters.push(chapterReport(chapter, chapters.length + 1));
  }
  warnOfBookText(chapters, log);
  warnOfDoubts(chapters, log);
  const directed = direction?.chapters.report(direction.director);
  warnOfModel(directed, log.warn);
  return { ...narration.report, usage: narration.usage(), chapters, direction: directed };
}

/** Returns the direction of scripts that are written without voices, or undefined where the text is rewritten. */
export async function directionOf(
  request: NarrationRequest,
  { run, narration }: { readonly run: RunBook; readonly narration: OpenNarration },
  tools: Pick<ConversionTools, 'settings' | 'signal'>,
  log: RunLog,
): Promise<RunDirection | undefined> {
  if (!narration.directs) return undefined;
  return await openRunDirection(request, { run, language: narration.language, narration }, tools, log);
}
