import { planBook } from './plan.ts';
import { planOptionsFor } from './plan-options.ts';
import { audiobook } from './audiobook.ts';
import { checkRequest } from './check-request.ts';
import { castVoices } from './synthesis/cast-voices.ts';
import type { ConversionRequest, ConversionTools } from './conversion.ts';
import { claimOutput } from './output/claim-output.ts';
import { checkPlan } from './check-plan.ts';
import { toolsWithLexicon } from './tools/load-lexicon.ts';
import { checkKnownBitrate, checkSpeech } from './tools/check-speech.ts';
import { reportVoice } from './natural-voices/report-voice.ts';
import { readForRun } from './read-for-run.ts';
import { countWordsOf } from '../text/count-words.ts';
import type { ConversionReport } from './output/report.ts';
import { startRunLog } from './run-log.ts';
import { speakBook } from './speak-book.ts';
import { countStored } from './synthesis/synthesis.ts';
import { warnOfUnsupportedText } from './tools/warn-of-unsupported-text.ts';

/**
 * Simple conversion: synthesizes the text of a book, translated on request, and writes a report beside the audio. Throws an
 * `AudiobookError`; files under their final names are complete even then, and finished segments are in the store.
 */
export async function convert(request: ConversionRequest, given: ConversionTools): Promise<ConversionReport> {
  if (request.translate !== undefined) return await audiobook({ ...request, task: 'direct' }, given);
  const { store, signal } = given;
  await checkRequest(request);
  checkKnownBitrate(request, given);
  const tools = await toolsWithLexicon(given, request.lexicons);
  const { description, provider } = tools.chosen;
  const log = startRunLog(tools.onProgress);
  if (description.terms !== undefined) log.warn(description.terms);
  await using claim = await claimOutput(request, signal, log);
  const { book, chosen } = await readForRun(request, log, tools);
  const language = request.language ?? book.metadata.language;
  const { voice, languageSwitch } = request;
  const cast = await castVoices(provider, { voice, language, languageSwitch, signal, warn: log.warn });
  await reportVoice({ ...tools, voice, cast, onProgress: log.onProgress });
  const plan = planBook(
    chosen.map(({ index, chapter }) => ({ ...chapter, number: index + 1 })),
    planOptionsFor(request, provider, language),
  );
  const spoken = plan.chapters.flatMap((chapter) => chapter.segments.filter((segment) => segment.spoken));
  await cast.prepare(spoken);
  const stored = await countStored(plan, { provider, speakerOf: cast.speakerOf, store });
  warnOfUnsupportedText(provider, cast, log.warn)(spoken);
  const { characters, chapters } = plan;
  const segments = spoken.length;
  log.onProgress({
    type: 'plan-made',
    chapters: chapters.length,
    segments,
    characters,
    stored,
    voices: cast.byLanguage(),
  });
  const unspoken = segments === 0 ? 0 : 1 - stored / segments;
  const files = chapters.map(({ title, segments: parts }) => ({ title, words: countWordsOf(parts) }));
  await checkPlan(request, { book, chapters: files, unspoken }, { claim, storeFolder: store.folder });
  if (stored < segments) await checkSpeech(request, cast.speakers(), tools, log);
  return await speakBook({ request, claim, book, chapters, cast, language }, tools, log);
}
