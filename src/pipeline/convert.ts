import { planBook } from './plan.ts';
import type { Plan } from './plan.ts';
import { planOptionsFor } from './plan-options.ts';
import { openCast } from './casting/open-cast.ts';
import type { ConversionRequest, ConversionTools } from './conversion.ts';
import { estimatedSeconds } from './queries/outline.ts';
import { knownPace, synthesisTime } from './costs/known-pace.ts';
import { billSpeech, estimateCost, requireCostWithin } from './costs/estimate-cost.ts';
import { checkPlan } from './check-plan.ts';
import { checkSpeech } from './tools/check-speech.ts';
import { reportVoice } from './natural-voices/report-voice.ts';
import type { RunBook } from './read-for-run.ts';
import type { SpeechProvider } from '../speech/provider.ts';
import type { Casting } from './casting/casting.ts';
import { countWordsOf } from '../text/count-words.ts';
import type { ConversionReport } from './output/report.ts';
import { speakBook } from './speak-book.ts';
import { findStored } from './synthesis/stored-segments.ts';
import { charactersOf } from '../text/text-length.ts';
import { warnOfUnsupportedText } from './tools/warn-of-unsupported-text.ts';
import { withRun } from './with-run.ts';
import type { StartedRun } from './with-run.ts';

/**
 * Simple conversion: synthesizes the text of a book, translated on request, and writes a report beside the audio. Throws an
 * `AudiobookError`; files under their final names are complete even then, and finished segments are in the store.
 */
export async function convert(request: ConversionRequest, given: ConversionTools): Promise<ConversionReport> {
  if (request.translate !== undefined) return await convertTranslated(request, given);
  return await withRun(request, given, async (started) => await speakText(request, started));
}

async function speakText(
  request: ConversionRequest,
  { log, tools, claim, earlier, run }: StartedRun,
): Promise<ConversionReport> {
  const { provider } = tools.chosen;
  const { store } = tools;
  const { book } = run;
  const language = request.language ?? book.metadata.language;
  const opened = await openCast(request, { run, language }, { ...tools, storeFolder: store.folder }, log);
  const { voices: cast, casting } = opened;
  // Reads the list of models meanwhile.
  const report = reportVoice({ ...tools, voice: request.voice, cast, onProgress: log.onProgress });
  const plan = planRun(request, { run, casting, provider, language });
  await report;
  const spoken = plan.chapters.flatMap((chapter) => chapter.segments.filter((segment) => segment.spoken));
  await cast.prepare(spoken);
  const sources = { request, book, bookSha256: claim.bookSha256, planned: plan.chapters, cast, language };
  const finished = await earlier.reportFor(sources, { ...tools, claim, log });
  if (finished !== undefined) return finished;
  const { stored, missing } = await findStored(plan, { provider, speakerOf: cast.speakerOf, store });
  warnOfUnsupportedText(provider, cast, log.warn)(spoken);
  const { characters, chapters } = plan;
  const pace = await knownPace(request, cast, tools);
  const speech = { characters: charactersOf(missing), seconds: estimatedSeconds(countWordsOf(missing)) };
  const isNamed = request.voice !== undefined;
  const time = await synthesisTime(speech, cast, { provider, speeds: tools.speeds, earlier: pace.earlier, isNamed });
  const { length: segments } = spoken;
  log.onProgress({
    type: 'plan-made',
    chapters: chapters.length,
    segments,
    characters,
    stored,
    storedCharacters: characters - speech.characters,
    voices: cast.byLanguage(),
    ...pace,
    ...time,
  });
  if (tools.budget) {
    const bill = billSpeech([{ segments: missing, share: 1 }], { ...tools, provider, speakerOf: cast.speakerOf });
    requireCostWithin(request.maxCost, estimateCost(bill));
  }
  const unspoken = segments === 0 ? 0 : 1 - stored / segments;
  const files = chapters.map(({ title, segments: parts }) => ({ title, words: countWordsOf(parts) }));
  await checkPlan(request, { book, chapters: files, unspoken }, { claim, storeFolder: store.folder });
  if (stored < segments) await checkSpeech(request, cast.speakers(), tools, log);
  return await speakBook({ request, claim, book, chapters, cast, casting, language, earlier }, tools, log);
}

async function convertTranslated(request: ConversionRequest, given: ConversionTools): Promise<ConversionReport> {
  const { audiobook } = await import('./audiobook.ts');
  return await audiobook({ ...request, task: 'direct' }, given);
}

interface PlanSources {
  readonly run: RunBook;
  readonly casting: Casting | undefined;
  readonly provider: SpeechProvider;
  readonly language: string;
}

function planRun(request: ConversionRequest, { run, casting, provider, language }: PlanSources): Plan {
  const chapters = run.chosen.map(({ index, chapter }) => {
    const blocks = casting?.cast(index, chapter.blocks) ?? chapter.blocks;
    return { ...chapter, blocks, number: index + 1 };
  });
  return planBook(chapters, planOptionsFor(request, provider, language, run));
}
