import type { Block } from '../core/book.ts';
import type { ProgressEvent } from '../core/progress.ts';
import type { NarratedChapter } from '../narration/narration.ts';
import { countWordsOf } from '../text/count-words.ts';
import { charactersOf } from '../text/text-length.ts';
import type { VoiceCast } from './synthesis/cast-voices.ts';
import { openCast } from './casting/open-cast.ts';
import { withRoles } from './casting/with-roles.ts';
import type { ConversionTools, NarrationRequest } from './conversion.ts';
import { checkPlan } from './check-plan.ts';
import type { PlannedOutput } from './check-plan.ts';
import { knownPace } from './costs/known-pace.ts';
import { billSpeech, estimateCost, requireCostWithin } from './costs/estimate-cost.ts';
import { findSpeech, planSpeech } from './costs/speech-to-make.ts';
import type { PlannedSpeech, SpeechToMake } from './costs/speech-to-make.ts';
import type { Casting } from './casting/casting.ts';
import type { OutputClaim } from './output/claim-output.ts';
import type { FinishedResult } from './output/finished/finished-result.ts';
import { openNarration } from './open-narration.ts';
import type { OpenNarration } from './open-narration.ts';
import { reportVoice } from './natural-voices/report-voice.ts';
import { planChapter } from './plan.ts';
import { planOptionsFor } from './plan-options.ts';
import type { ChapterToPlan, PlannedChapter, PlanOptions } from './plan.ts';
import { checkSpeech } from './tools/check-speech.ts';
import type { RunBook } from './read-for-run.ts';
import { chapterPaths } from './output/output-paths.ts';
import type { ConversionReport } from './output/report.ts';
import type { NarratedChapterReport } from './output/script-gaps.ts';
import type { RunLog } from './run-log.ts';
import { speakBook } from './speak-book.ts';
import { warnOfUnsupportedText } from './tools/warn-of-unsupported-text.ts';
import { withRun } from './with-run.ts';
import type { StartedRun } from './with-run.ts';

/**
 * Audiobook conversion: a language model writes (or translates) one narration script per chapter, and each script is
 * synthesized while the next ones are being written. Throws an `AudiobookError`; files under their final names are complete even
 * then, and scripts, completions and finished segments are kept for the next run.
 */
export async function audiobook(request: NarrationRequest, given: ConversionTools): Promise<ConversionReport> {
  return await withRun(request, given, async (started) => await narrateAndSpeak(request, started));
}

async function narrateAndSpeak(request: NarrationRequest, started: StartedRun): Promise<ConversionReport> {
  const { log, tools, claim, earlier, run } = started;
  const { provider } = tools.chosen;
  const { narration, cast, casting } = await openVoices(request, run, tools, log);
  const { language } = narration;
  await reportVoice({ ...tools, voice: request.voice, cast, onProgress: log.onProgress });
  const watch = warnOfUnsupportedText(provider, cast, log.warn);
  const { model, translatedInto } = narration.report;
  const blocks = run.chosen.flatMap(({ chapter }) => chapter.blocks);
  // Without a model the text of the book is spoken; the languages of scripts are known when they are written.
  if (model === undefined && translatedInto === undefined) await cast.prepare(blocks);
  if (translatedInto === undefined) watch(blocks);
  const planOptions = planOptionsFor(request, provider, language, run);
  const source = { chosen: run.chosen, narration, planOptions };
  const known = await planSpeech(source, { cast });
  const planned = plannedScripts(known);
  if (planned !== undefined) {
    const sources = { request, book: run.book, bookSha256: claim.bookSha256, planned, cast, language };
    const finished = await earlier.reportFor(sources, { ...tools, claim, log });
    if (finished !== undefined) return finished;
  }
  const speech = await findSpeech(known, source, { ...tools, provider, cast });
  await requireWithinCost(request, speech, { narration, cast }, tools);
  await checkPlan(request, plannedOutput(run, speech), { claim, storeFolder: tools.store.folder });
  reportEstimate(run, { voices: cast.byLanguage(), ...(await knownPace(request, cast, tools)) }, log);
  await checkSpeech(request, cast.speakers(), tools, log);
  return await speakScripts({ request, claim, run, narration, cast, casting, planOptions, watch, earlier }, tools, log);
}

interface Scripts {
  readonly request: NarrationRequest;
  readonly claim: OutputClaim;
  readonly run: RunBook;
  readonly narration: OpenNarration;
  readonly cast: VoiceCast;
  readonly casting: Casting | undefined;
  readonly planOptions: PlanOptions;
  readonly earlier: FinishedResult;
  /** Warns of text that the voices cannot speak. */
  readonly watch: ReturnType<typeof warnOfUnsupportedText>;
}

/** Speaks the scripts as they are written. */
async function speakScripts(
  { request, claim, run, narration, cast, casting, planOptions, watch, earlier }: Scripts,
  tools: ConversionTools,
  log: RunLog,
): Promise<ConversionReport> {
  const narrated: NarratedChapterReport[] = [];
  const chapters = planAsNarrated(narration, planOptions, narrated, async ({ title, segments }) => {
    // A title of a model is first known here.
    if (request.layout === 'chapters') await claim.check(chapterPaths(request, narrated.length, title));
    await cast.prepare(segments.filter(({ spoken }) => spoken));
    watch(segments);
  });
  return await speakBook(
    {
      request,
      claim,
      book: run.book,
      chapters,
      cast,
      casting,
      language: narration.language,
      earlier,
      narration: () => ({ ...narration.report, usage: narration.usage(), chapters: narrated }),
    },
    tools,
    log,
  );
}

/** Returns the chapters as they are spoken when every script is kept. */
function plannedScripts({ plan, known }: PlannedSpeech): readonly PlannedChapter[] | undefined {
  const isKept = known.every(({ title, blocks }) => title !== undefined && blocks !== undefined);
  return isKept ? plan.chapters : undefined;
}

/** Opens the narration and its voices. With a cast, the scripts name who speaks. */
async function openVoices(request: NarrationRequest, run: RunBook, tools: StartedRun['tools'], log: RunLog) {
  const narration = await openNarration(request, run, tools, log);
  const { language, roles } = narration;
  const storeFolder = tools.store.folder;
  const { voices, casting } = await openCast(request, { run, language, roles }, { ...tools, storeFolder }, log);
  return { narration: casting ? withRoles(narration, run, casting) : narration, cast: voices, casting };
}

/** Throws `bad-value` when the conversion would cost more than the request allows. */
async function requireWithinCost(
  { maxCost }: NarrationRequest,
  { missing }: SpeechToMake,
  { narration, cast }: { readonly narration: OpenNarration; readonly cast: VoiceCast },
  { chosen, settings }: ConversionTools,
): Promise<void> {
  if (maxCost === undefined) return;
  const bill = billSpeech(missing, { provider: chosen.provider, speakerOf: cast.speakerOf, settings });
  requireCostWithin(maxCost, estimateCost(bill, await narration.expected()));
}

/** Returns what is known of the output before the scripts are written. */
function plannedOutput({ book, chosen }: RunBook, { plan, known, stored }: SpeechToMake): PlannedOutput {
  const chapters = chosen.map(({ chapter }, index) => {
    const { title, blocks = chapter.blocks } = known[index] ?? {};
    return { title, words: countWordsOf(blocks) };
  });
  const written = plan.chapters.filter((_, index) => known[index]?.blocks !== undefined);
  const spoken = written.flatMap(({ segments }) => segments.filter((segment) => segment.spoken));
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const storedWords = spoken.length === 0 ? 0 : countWordsOf(spoken) * (stored / spoken.length);
  return { book, chapters, unspoken: words === 0 ? 0 : 1 - Math.min(1, storedWords / words) };
}

/** Plans each chapter when its script is written, records its origin in `narrated` and passes it to `prepare`. */
async function* planAsNarrated(
  narration: OpenNarration,
  options: PlanOptions,
  narrated: NarratedChapterReport[],
  prepare: (chapter: PlannedChapter) => Promise<void>,
): AsyncGenerator<PlannedChapter, void, undefined> {
  let index = 0;
  for await (const chapter of narration.chapters()) {
    const planned = planChapter(asChapter(chapter), { chapter: narrated.length, index }, options);
    index += planned.segments.length;
    narrated.push(chapterReport(chapter, narrated.length + 1));
    await prepare(planned);
    yield planned;
  }
}

function asChapter({ index, title, blocks }: NarratedChapter): ChapterToPlan {
  return { number: index + 1, title, titleSource: 'contents', blocks };
}

/** Returns how the text of a chapter was made, for the report. `track` is its position in the output. */
export function chapterReport(
  { index, origin, steps, scriptFile, blocks }: NarratedChapter,
  track: number,
): NarratedChapterReport {
  return { number: index + 1, track, origin, steps, turns: countTurns(blocks), scriptFile };
}

/** Reports the length of the book as an estimate until the scripts are written. */
function reportEstimate(
  { chosen }: RunBook,
  known: Pick<Extract<ProgressEvent, { type: 'plan-made' }>, 'voices' | 'maxAtOnce' | 'earlier'>,
  log: RunLog,
): void {
  const blocks = chosen.flatMap(({ chapter }) => chapter.blocks);
  const characters = charactersOf(blocks);
  log.onProgress({
    type: 'plan-made',
    chapters: chosen.length,
    segments: blocks.length,
    characters,
    stored: 0,
    ...known,
    estimated: true,
  });
}

/** Counts the turns of each speaker. Paragraphs of one speaker in a row are one turn. */
function countTurns(blocks: readonly Block[]): Readonly<Record<string, number>> | undefined {
  const turns = new Map<string, number>();
  for (const [index, { role }] of blocks.entries()) {
    if (role !== undefined && role !== blocks[index - 1]?.role) turns.set(role, (turns.get(role) ?? 0) + 1);
  }
  return turns.size === 0 ? undefined : Object.fromEntries(turns);
}
