import { checkRequest } from '../check-request.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { claimOutput } from '../output/claim-output.ts';
import { openNarration } from './open-narration.ts';
import { readForRun } from '../read/read-for-run.ts';
import type { NarrationReport } from '../script/script-gaps.ts';
import { chapterReport, warnOfBookText, warnOfDoubts } from './script-gaps.ts';
import type { NarratedChapterReport } from './script-gaps.ts';
import { startRunLog } from '../run-log.ts';
import type { RunLog } from '../run-log.ts';

/** Writes the narration scripts of a book, one file per chapter, without speaking them. Throws as `audiobook` does. */
export async function writeScripts(
  request: NarrationRequest,
  tools: Pick<ConversionTools, 'settings' | 'signal' | 'onProgress' | 'onBook'>,
): Promise<NarrationReport> {
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
): Promise<NarrationReport> {
  const run = await readForRun(request, log, tools);
  const narration = await openNarration(request, run, tools, log);
  const chapters: NarratedChapterReport[] = [];
  for await (const chapter of narration.chapters()) chapters.push(chapterReport(chapter, chapters.length + 1));
  warnOfBookText(chapters, log);
  warnOfDoubts(chapters, log);
  return { ...narration.report, usage: narration.usage(), chapters };
}
