import type { NarratedChapter } from '../narration/narration.ts';
import { countWordsOf } from '../text/count-words.ts';
import { charactersOf } from '../text/text-length.ts';
import type { ConversionRequest, ConversionTools, NarrationRequest } from './conversion.ts';
import { withOwnCast } from './cast/own-cast.ts';
import { checkPlan } from './plan/check-plan.ts';
import type { PlannedOutput } from './plan/check-plan.ts';
import { knownPace, synthesisTime } from './plan/known-pace.ts';
import { billSpeech, estimateCost, requireCostWithin } from './plan/estimate-cost.ts';
import { findMissing, isAllKnown, planRun, spokenSegments } from './driver.ts';
import type { Conversion, Missing, PlannedRun } from './driver.ts';
import type { OpenNarration } from './script/open-narration.ts';
import { chapterPaths } from './output/output-paths.ts';
import type { ConversionReport } from './report/report.ts';
import { chapterReport } from './script/script-gaps.ts';
import type { NarratedChapterReport } from './script/script-gaps.ts';
import { planChapter } from './plan/plan.ts';
import { directedParts } from './plan/says-delivery.ts';
import type { ChapterToPlan, PlannedChapter } from './plan/plan.ts';
import { expectedSeconds } from './plan/plan-length.ts';
import { estimatedSeconds } from './read/outline.ts';
import type { RunLog } from './run-log.ts';
import { speakBook } from './speak-book.ts';
import { checkSpeech } from './open/preflight.ts';
import { withRun } from './with-run.ts';
import type { StartedRun } from './with-run.ts';
import type { SpeechProvider } from '../speech/provider.ts';
import type { VoiceCast, VoiceNeed } from './cast/cast-voices.ts';
import { embeddedVoiceSetting } from '../speech/embedded/embedded.ts';
import type { ProgressListener } from '../core/progress.ts';

/**
 * Simple conversion: synthesizes the text of a book, translated on request, and writes a report beside the audio. Throws an
 * `AudiobookError`; files under their final names are complete even then, and finished segments are in the store.
 */
export async function convert(request: ConversionRequest, tools: ConversionTools): Promise<ConversionReport> {
  return await withRun(request, tools, async (started) => await make({ request, isNarrated: false }, started));
}

/**
 * Audiobook conversion: a language model writes (or translates) one narration script per chapter, and each script is
 * synthesized while the next ones are being written. Throws an `AudiobookError`; files under their final names are complete even
 * then, and scripts, completions and finished segments are kept for the next run.
 */
export async function audiobook(request: NarrationRequest, tools: ConversionTools): Promise<ConversionReport> {
  const own = await withOwnCast(request);
  return await withRun(own, tools, async (started) => await make({ request: own, isNarrated: true }, started));
}

async function make(conversion: Conversion, started: StartedRun): Promise<ConversionReport> {
  const { request } = conversion;
  const { log, tools, claim, earlier, run } = started;
  const { provider } = tools.chosen;
  const planned = await planRun(conversion, run, tools, log);
  const { cast, casting, direction, narration, language, plan } = planned;
  await reportVoice({ ...tools, voice: request.voice, cast, onProgress: log.onProgress });
  if (isAllKnown(planned)) {
    const sources = { request, book: run.book, bookSha256: claim.bookSha256, planned: plan.chapters, cast, language };
    const finished = await earlier.reportFor(sources, { ...tools, claim, log });
    if (finished !== undefined) return finished;
  }
  const missing = await findMissing(planned, tools);
  const watch = warnOfUnsupportedText(provider, cast, log.warn);
  watch(spokenSegments(planned));
  // Of scripts that are still to be written, the book shows what they may hold, unless they are in another language.
  if (narration && narration.report.translatedInto === undefined) watch(spokenSegments(planned, false));
  await requireWithinCost(request, { ...planned, ...missing }, tools);
  await checkPlan(request, plannedOutput({ ...planned, ...missing }), { claim, storeFolder: tools.store.folder });
  if (missing.speech.some(({ segments }) => segments.length > 0))
    await checkSpeech(request, cast.speakers(), tools, log);
  await reportPlan(request, { ...planned, ...missing }, tools, log);
  const narrated: NarratedChapterReport[] = [];
  const prepare = async ({ title, segments }: PlannedChapter): Promise<void> => {
    // A title of a model is first known here.
    if (request.layout === 'chapters') await claim.check(chapterPaths(request, narrated.length, title));
    await cast.prepare(segments.filter(({ spoken }) => spoken));
    watch(segments);
  };
  return await speakBook(
    {
      request,
      claim,
      book: run.book,
      cast,
      casting,
      direction,
      language,
      earlier,
      chapters: narration ? planAsNarrated(narration, planned, narrated, prepare) : plan.chapters,
      narration: narration && (() => ({ ...narration.report, usage: narration.usage(), chapters: narrated })),
    },
    tools,
    log,
  );
}

type PlannedWork = PlannedRun & Missing;

/** Tells how much is to be spoken, and what is known of the time it takes. Of scripts that are to be written, the book is an estimate. */
async function reportPlan(
  request: NarrationRequest,
  { run, narration, plan, cast, segments: missing, stored }: PlannedWork,
  tools: ConversionTools,
  { onProgress }: RunLog,
): Promise<void> {
  const { chosen, speeds } = tools;
  const pace = await knownPace(request, cast, tools);
  const known = { type: 'plan-made', voices: cast.byLanguage(), ...pace } as const;
  if (narration) {
    const blocks = run.chosen.flatMap(({ chapter }) => chapter.blocks);
    const [chapters, segments, characters] = [run.chosen.length, blocks.length, charactersOf(blocks)];
    const seconds = estimatedSeconds(countWordsOf(blocks));
    onProgress({ ...known, chapters, segments, characters, expectedSeconds: seconds, stored: 0, estimated: true });
    return;
  }
  const { provider } = chosen;
  const { voice } = cast.main;
  const speech = { characters: charactersOf(missing), seconds: expectedSeconds(missing, voice, { provider }) };
  const isNamed = request.voice !== undefined;
  const time = await synthesisTime(speech, cast, { provider, speeds, earlier: pace.earlier, isNamed });
  const { chapters, characters } = plan;
  onProgress({
    ...known,
    chapters: chapters.length,
    segments: chapters.flatMap(({ segments }) => segments.filter(({ spoken }) => spoken)).length,
    characters,
    expectedSeconds: expectedSeconds(
      chapters.flatMap(({ segments }) => segments),
      voice,
      { provider },
    ),
    stored,
    storedCharacters: characters - speech.characters,
    ...time,
  });
}

/** Throws `bad-value` when the conversion would cost more than the request allows. */
async function requireWithinCost(
  { maxCost }: NarrationRequest,
  { speech, narration, cast, direction }: PlannedWork,
  { chosen, settings }: ConversionTools,
): Promise<void> {
  if (maxCost === undefined) return;
  const bill = billSpeech(speech, { provider: chosen.provider, speakerOf: cast.speakerOf, settings });
  // A cast of its own is made by now.
  const own = direction?.own;
  const models = narration ? await narration.expected() : own && { usage: own.usage(), models: own.models };
  requireCostWithin(maxCost, estimateCost(bill, models));
}

/** Returns what is known of the output before anything is spoken. */
function plannedOutput(planned: PlannedWork): PlannedOutput {
  const { run, known, stored } = planned;
  const chapters = run.chosen.map(({ chapter }, index) => {
    const { title, blocks = chapter.blocks } = known[index] ?? {};
    return { title, words: countWordsOf(blocks) };
  });
  const spoken = spokenSegments(planned);
  const words = chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  const storedWords = spoken.length === 0 ? 0 : countWordsOf(spoken) * (stored / spoken.length);
  return { book: run.book, chapters, unspoken: words === 0 ? 0 : 1 - Math.min(1, storedWords / words) };
}

/** Plans each chapter when its script is written, records its origin in `narrated` and passes it to `prepare`. */
async function* planAsNarrated(
  narration: OpenNarration,
  { planOptions, cast }: Pick<PlannedRun, 'planOptions' | 'cast'>,
  narrated: NarratedChapterReport[],
  prepare: (chapter: PlannedChapter) => Promise<void>,
): AsyncGenerator<PlannedChapter, void, undefined> {
  let index = 0;
  for await (const chapter of narration.chapters()) {
    await cast.prepare(directedParts([chapter], planOptions));
    const planned = planChapter(asChapter(chapter), { chapter: narrated.length, index }, planOptions);
    index += planned.segments.length;
    narrated.push(chapterReport(chapter, narrated.length + 1));
    await prepare(planned);
    yield planned;
  }
}

function asChapter({ index, title, blocks }: NarratedChapter): ChapterToPlan {
  return { number: index + 1, title, titleSource: 'contents', blocks };
}

/** Returns a function that checks texts before they are spoken and warns once per problem that their voice is known to have. */
function warnOfUnsupportedText(
  provider: SpeechProvider,
  cast: Pick<VoiceCast, 'speakerOf'>,
  warn: (message: string) => void,
): (texts: readonly (VoiceNeed & { readonly text: string })[]) => void {
  const warned = new Set<string>();
  return (texts) => {
    for (const text of texts) {
      const warning = provider.facts?.(cast.speakerOf(text).voice).warningFor?.(text.text);
      if (warning === undefined || warned.has(warning)) continue;
      warned.add(warning);
      warn(warning);
    }
  };
}

/** The parts of a run that `reportVoice` needs. */
interface VoiceReportRun extends Pick<ConversionTools, 'chosen' | 'settings'> {
  /** Voices that the request names. */
  readonly voice: string | undefined;
  readonly cast: VoiceCast;
  readonly onProgress: ProgressListener;
}

/** Reports which voice inside the program was chosen, and the command that gives the language a natural one. */
async function reportVoice({ chosen, settings, voice, cast, onProgress }: VoiceReportRun): Promise<void> {
  if (voice !== undefined || chosen.description.kind !== 'embedded') return;
  const { betterVoice } = await import('./voices/better-voice.ts');
  const { installName } = await import('../voice-models/find-models.ts');
  const isSet = settings.get(embeddedVoiceSetting) !== undefined;
  const model = isSet ? undefined : await betterVoice(cast.main.language, settings);
  const command = model && `audiobook voices install ${installName(model)}`;
  onProgress({ type: 'voice-chosen', voice: cast.main.voice, betterWith: command });
}
