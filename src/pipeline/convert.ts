import { planBook } from './plan.ts';
import { audiobook } from './audiobook.ts';
import { checkRequest } from './check-request.ts';
import { chooseVoice } from './tools/choose-voice.ts';
import type { ConversionRequest, ConversionTools } from './conversion.ts';
import { preflight } from './tools/preflight.ts';
import { readForRun } from './read-for-run.ts';
import type { ConversionReport } from './output/report.ts';
import { startRunLog } from './run-log.ts';
import { speakBook } from './speak-book.ts';
import { countStored } from './synthesis/synthesis.ts';
import { warnOfUnsupportedText } from './tools/warn-of-unsupported-text.ts';
import { isTimed } from './output/write-timed-text.ts';

/**
 * Simple conversion: synthesizes the text of a book, translated on request, and writes a report beside the audio. Throws an
 * `AudiobookError`; files under their final names are complete even then, and finished segments are in the store.
 */
export async function convert(request: ConversionRequest, tools: ConversionTools): Promise<ConversionReport> {
  if (request.translate !== undefined) return await audiobook({ ...request, task: 'direct' }, tools);
  const { store, signal } = tools;
  const { provider } = tools.chosen;
  await checkRequest(request);
  const log = startRunLog(tools.onProgress);
  const { book, chosen } = await readForRun(request, log, signal);
  const language = request.language ?? book.metadata.language;
  const voice = await chooseVoice(provider, { voice: request.voice, language, signal });
  const plan = planBook(
    chosen.map(({ index, chapter }) => ({ ...chapter, number: index + 1 })),
    { limit: provider.limit, target: provider.target, language, bySentence: isTimed(request) },
  );
  const segments = plan.chapters.flatMap((chapter) => chapter.segments.filter(({ spoken }) => spoken)).length;
  const stored = await countStored(plan, { provider, voice, store });
  warnOfUnsupportedText(provider, voice, log.warn)(plan.chapters.flatMap((chapter) => chapter.segments));
  const { characters } = plan;
  log.onProgress({ type: 'plan-made', chapters: plan.chapters.length, segments, characters, stored });
  if (stored < segments) await preflight(provider, { voice, language, signal }, tools.preflight, log.warn);
  return await speakBook({ request, book, chapters: plan.chapters, voice, language }, tools, log);
}
