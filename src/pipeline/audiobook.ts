import type { Chapter } from '../core/book.ts';
import type { NarratedChapter } from '../narration/narration.ts';
import { charactersOf } from '../text/text-length.ts';
import { chooseVoice } from './tools/choose-voice.ts';
import type { ConversionTools } from './conversion.ts';
import { openNarration } from './open-narration.ts';
import type { NarrationRequest, OpenNarration } from './open-narration.ts';
import { planChapter } from './plan.ts';
import type { PlannedChapter } from './plan.ts';
import { preflight } from './tools/preflight.ts';
import { readForRun } from './read-for-run.ts';
import type { RunBook } from './read-for-run.ts';
import type { ConversionReport, NarratedChapterReport } from './output/report.ts';
import { startRunLog } from './run-log.ts';
import type { RunLog } from './run-log.ts';
import { speakBook } from './speak-book.ts';
import { weaknessWatch } from './tools/weakness-watch.ts';
import { isTimed } from './output/write-timed-text.ts';

/**
 * Audiobook conversion: a language model writes a narration script a chapter (or translates it), which is spoken while the
 * next ones are being written. Throws an `AudiobookError`; then what stands under a final name is whole, and scripts, answers and
 * spoken segments are kept for the next run.
 */
export async function audiobook(request: NarrationRequest, tools: ConversionTools): Promise<ConversionReport> {
  const { signal } = tools;
  const { provider } = tools.chosen;
  const log = startRunLog(tools.onProgress);
  const run = await readForRun(request, log, signal);
  const narration = await openNarration(request, run, tools, log);
  const { language } = narration;
  const voice = chooseVoice(provider, request.voice, language);
  const watch = weaknessWatch(provider, voice, log.warn);
  if (narration.about.translatedInto === undefined) watch(run.chosen.flatMap(({ chapter }) => chapter.blocks));
  tellEstimate(run, log);
  await preflight(provider, { voice, language, signal }, tools.preflight, log.warn);
  const told: NarratedChapterReport[] = [];
  const { limit, target } = provider;
  const chapters = planAsTold(narration, { limit, target, language, bySentence: isTimed(request) }, told, watch);
  return await speakBook(
    { request, book: run.book, chapters, voice, language, narration: () => ({ ...narration.about, chapters: told }) },
    tools,
    log,
  );
}

/** Plans each chapter when its script is there, notes how it came about and lets `watch` look at it. */
async function* planAsTold(
  narration: OpenNarration,
  options: Parameters<typeof planChapter>[2],
  told: NarratedChapterReport[],
  watch: ReturnType<typeof weaknessWatch>,
): AsyncGenerator<PlannedChapter, void, undefined> {
  let index = 0;
  for await (const chapter of narration.chapters()) {
    const planned = planChapter(asChapter(chapter), { chapter: told.length, index }, options);
    index += planned.segments.length;
    told.push(chapterReport(chapter));
    watch(planned.segments);
    yield planned;
  }
}

function asChapter({ title, blocks }: NarratedChapter): Chapter {
  return { title, titleSource: 'contents', blocks };
}

/** How a chapter came about, for the report. */
export function chapterReport({ index, origin, steps, scriptFile }: NarratedChapter): NarratedChapterReport {
  return { chapter: index + 1, origin, steps, ...(scriptFile !== undefined && { scriptFile }) };
}

/** Until the scripts are written, the book's own length has to do. */
function tellEstimate({ chosen }: RunBook, log: RunLog): void {
  const blocks = chosen.flatMap(({ chapter }) => chapter.blocks);
  const characters = charactersOf(blocks);
  log.onProgress({
    type: 'plan-made',
    chapters: chosen.length,
    segments: blocks.length,
    characters,
    stored: 0,
    estimated: true,
  });
}
