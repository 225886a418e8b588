import type { NarratedChapter } from '../narration/narration.ts';
import { charactersOf } from '../text/text-length.ts';
import { chooseVoice } from './tools/choose-voice.ts';
import { checkRequest } from './check-request.ts';
import type { ConversionTools, NarrationRequest } from './conversion.ts';
import { openNarration } from './open-narration.ts';
import type { OpenNarration } from './open-narration.ts';
import { planChapter } from './plan.ts';
import type { ChapterToPlan, PlannedChapter } from './plan.ts';
import { preflight } from './tools/preflight.ts';
import { readForRun } from './read-for-run.ts';
import type { RunBook } from './read-for-run.ts';
import type { ConversionReport, NarratedChapterReport } from './output/report.ts';
import { startRunLog } from './run-log.ts';
import type { RunLog } from './run-log.ts';
import { speakBook } from './speak-book.ts';
import { warnOfUnsupportedText } from './tools/warn-of-unsupported-text.ts';
import { isTimed } from './output/write-timed-text.ts';

/**
 * Audiobook conversion: a language model writes (or translates) one narration script per chapter, and each script is
 * synthesized while the next ones are being written. Throws an `AudiobookError`; files under their final names are complete even
 * then, and scripts, completions and finished segments are kept for the next run.
 */
export async function audiobook(request: NarrationRequest, tools: ConversionTools): Promise<ConversionReport> {
  const { signal } = tools;
  const { provider } = tools.chosen;
  await checkRequest(request);
  const log = startRunLog(tools.onProgress);
  const run = await readForRun(request, log, signal);
  const narration = await openNarration(request, run, tools, log);
  const { language } = narration;
  const voice = await chooseVoice(provider, { voice: request.voice, language, signal });
  const watch = warnOfUnsupportedText(provider, voice, log.warn);
  if (narration.report.translatedInto === undefined) watch(run.chosen.flatMap(({ chapter }) => chapter.blocks));
  reportEstimate(run, log);
  await preflight(provider, { voice, language, signal }, tools.preflight, log.warn);
  const narrated: NarratedChapterReport[] = [];
  const { limit, target } = provider;
  const chapters = planAsNarrated(
    narration,
    { limit, target, language, bySentence: isTimed(request) },
    narrated,
    watch,
  );
  return await speakBook(
    {
      request,
      book: run.book,
      chapters,
      voice,
      language,
      narration: () => ({ ...narration.report, chapters: narrated }),
    },
    tools,
    log,
  );
}

/** Plans each chapter when its script is written, records its origin in `narrated` and passes its segments to `watch`. */
async function* planAsNarrated(
  narration: OpenNarration,
  options: Parameters<typeof planChapter>[2],
  narrated: NarratedChapterReport[],
  watch: ReturnType<typeof warnOfUnsupportedText>,
): AsyncGenerator<PlannedChapter, void, undefined> {
  let index = 0;
  for await (const chapter of narration.chapters()) {
    const planned = planChapter(asChapter(chapter), { chapter: narrated.length, index }, options);
    index += planned.segments.length;
    narrated.push(chapterReport(chapter, narrated.length + 1));
    watch(planned.segments);
    yield planned;
  }
}

function asChapter({ index, title, blocks }: NarratedChapter): ChapterToPlan {
  return { number: index + 1, title, titleSource: 'contents', blocks };
}

/** Returns how the text of a chapter was made, for the report. `track` is its position in the output. */
export function chapterReport(
  { index, origin, steps, scriptFile }: NarratedChapter,
  track: number,
): NarratedChapterReport {
  return { number: index + 1, track, origin, steps, scriptFile };
}

/** Reports the length of the book as an estimate until the scripts are written. */
function reportEstimate({ chosen }: RunBook, log: RunLog): void {
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
