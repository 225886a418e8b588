import { openTemporaryFolder } from '../core/files/atomic-file.ts';
import type { Book } from '../core/book.ts';
import { charactersOf } from '../text/text-length.ts';
import { assemble } from './encode/assemble.ts';
import type { Assembly } from './encode/assemble.ts';
import { audioMetadata } from './read/audio-metadata.ts';
import { chooseCover } from './read/choose-cover.ts';
import { coverFiles, withHashes } from './report/report-parts.ts';
import { kindOfOutput } from './plan/known-pace.ts';
import type { RunDirection } from './cast/cast-run.ts';
import type { Casting } from './cast/casting.ts';
import { warnOfModel } from './cast/direction-report.ts';
import type { DirectionReport } from './cast/direction-report.ts';
import type { ConversionRequest, ConversionTools } from './conversion.ts';
import type { FingerprintSources } from './report/fingerprint.ts';
import type { FinishedResult } from './report/finished-result.ts';
import { fingerprintOf } from './report/fingerprint.ts';
import type { OutputClaim } from './output/claim-output.ts';
import { readAlongPath } from './output/output-paths.ts';
import { compareWithHeard } from './report/compare-with-heard.ts';
import { openListening } from './hear/open-listening.ts';
import type { OpenListening } from './hear/open-listening.ts';
import type { PlannedChapter } from './plan/plan.ts';
import type { VoiceCast } from './cast/cast-voices.ts';
import type { SynthesisTools } from './speak/synthesis.ts';
import { conversionReport } from './report/report.ts';
import { warnOfResult } from './report/warn-of-result.ts';
import type { ReportFile } from './report/report-parts.ts';
import type { ConversionReport } from './report/report.ts';
import type { NarrationReport } from './script/script-gaps.ts';
import type { RunLog } from './run-log.ts';
import { warnOfWords } from './time/warn-of-words.ts';
import type { TimedBook } from './time/write-timed-text.ts';
import { isTimed } from './plan/plan-options.ts';

/** A book that is ready to be synthesized. */
export interface SpeakableBook {
  readonly request: ConversionRequest;
  readonly claim: OutputClaim;
  readonly book: Book;
  /** May be planned while earlier chapters are being synthesized. */
  readonly chapters: Iterable<PlannedChapter> | AsyncIterable<PlannedChapter>;
  readonly cast: VoiceCast;
  /** The cast of the dialogue, on request. */
  readonly casting?: Casting | undefined;
  /** How the text is directed. */
  readonly direction?: RunDirection | undefined;
  /** BCP-47 code of the speech. */
  readonly language: string;
  /** The result of an earlier run. */
  readonly earlier: Pick<FinishedResult, 'encoded'>;
  /** Called when everything is spoken. Only when a language model takes part. */
  readonly narration?: (() => NarrationReport) | undefined;
}

/** Ends every conversion: synthesizes the chapters, writes the audio and the files beside it, and returns the report. */
export async function speakBook(
  { request, claim, book, chapters, cast, casting, direction, language, earlier, narration }: SpeakableBook,
  tools: ConversionTools,
  log: RunLog,
): Promise<ConversionReport> {
  const { provider } = tools.chosen;
  const { bookSha256 } = claim;
  const metadata = audioMetadata(book.metadata, cast.credit, language, request.tags);
  const cover = await chooseCover(book, request.coverFile, tools, log.warn);
  await using clips = request.readAlong ? await openTemporaryFolder(readAlongPath(request.output)) : undefined;
  await using encoded = await earlier.encoded();
  await using heard = await listeningFor({ request, chapters, book, language }, tools, log);
  const assembly = await assemble(
    chapters,
    { request, commit: claim.commit, metadata, cover, chapterClips: clips?.path, earlier: encoded },
    { ...synthesisTools(request, cast, tools, log), ffmpeg: tools.ffmpeg, listening: heard.listening },
  );
  const finished = await compareWithHeard(request, assembly, tools, log);
  const narrated = narration?.();
  const directed = direction?.chapters.report(direction.director);
  warnOfResult({ assembly, narrated, request }, log);
  warnOfWords(request, assembly, { provider, cast, warn: log.warn });
  const spoken = { request, book, bookSha256, assembly, language };
  const timed = {
    ...spoken,
    commit: claim.commit,
    isBookText: isBookText(narrated, directed),
    metadata,
    cover,
    warn: log.warn,
  };
  const timedFiles = await writeTimed(timed, tools, log);
  const sources = { request, book, bookSha256, planned: assembly.planned, cast, language };
  const made = conversionReport({
    ...spoken,
    otherFiles: [...timedFiles, ...coverFiles(request, cover, assembly.samples / assembly.sampleRate, claim)],
    provider,
    cast,
    casting: await casting?.finish(),
    direction: directed,
    log,
    narration: narrated,
    hearing: heard.listening && { mode: heard.listening.mode, finished },
  });
  warnOfModel(directed, log.warn);
  const report = await asFinished(made, sources, tools);
  await claim.finish(report);
  await keepFinishingTime(request, assembly, tools, log);
  return report;
}

/** Writes subtitles and the read-along, as far as they are asked for. */
async function writeTimed(
  spoken: TimedBook,
  { signal }: ConversionTools,
  { onProgress }: RunLog,
): Promise<readonly ReportFile[]> {
  if (!isTimed(spoken.request)) return [];
  const { writeTimedText } = await import('./time/write-timed-text.ts');
  const files = await writeTimedText(spoken, signal);
  for (const { path, bytes } of files) onProgress({ type: 'file-written', path, bytes });
  return files;
}

/** Reports whether the words of the book are spoken, not those of a script, of a translation or of a direction. */
function isBookText(narrated: NarrationReport | undefined, directed: DirectionReport | undefined): boolean {
  if (narrated?.translatedInto !== undefined) return false;
  if (!directed) return narrated?.model === undefined;
  const isEdited = narrated?.chapters.some(({ origin }) => origin === 'edited') ?? false;
  return directed.changes.length === 0 && !isEdited;
}

/** The end of a shorter text says nothing of a book. */
const minCharacters = 5000;

async function keepFinishingTime(
  request: ConversionRequest,
  { planned }: Assembly,
  { speeds }: ConversionTools,
  log: RunLog,
): Promise<void> {
  const ms = log.finishingMs();
  const characters = charactersOf(planned.flatMap(({ segments }) => segments));
  if (ms === undefined || characters < minCharacters) return;
  await speeds?.keepFinishing(kindOfOutput(request), ms / characters);
}

/** Returns what the synthesis of a conversion works with. */
export function synthesisTools(
  request: ConversionRequest,
  cast: VoiceCast,
  tools: ConversionTools,
  log: RunLog,
): SynthesisTools {
  return {
    ...tools,
    provider: tools.chosen.provider,
    speakerOf: cast.speakerOf,
    allowGaps: request.allowGaps ?? false,
    isStreamed: request.stream !== undefined,
    // Otherwise the check failed, or there was none.
    isChecked: tools.preflight === 'strict',
    onProgress: log.onProgress,
  };
}

async function listeningFor(
  { request, chapters, book, language }: Pick<SpeakableBook, 'request' | 'chapters' | 'book' | 'language'>,
  { settings, signal, store }: ConversionTools,
  { warn }: RunLog,
): Promise<OpenListening> {
  const options = { mode: request.verify, language, expectedSegments: expectedSegments(chapters, book) };
  return await openListening({ ...options, storeFolder: store.folder }, { settings, signal, warn });
}

/** Characters of a usual segment, for scripts that are not written yet. */
const usualSegment = 200;

function expectedSegments(chapters: SpeakableBook['chapters'], book: Book): number {
  if (Array.isArray(chapters)) return chapters.flatMap(({ segments }: PlannedChapter) => segments).length;
  const texts = book.chapters.flatMap((chapter) => chapter.blocks.map(({ text }) => text.length));
  return Math.ceil(texts.reduce((sum, length) => sum + length, 0) / usualSegment);
}

/** Adds the facts by which a later run sees that nothing needs to be made. Audio that is passed on has none. */
async function asFinished(
  report: ConversionReport,
  sources: FingerprintSources,
  tools: ConversionTools,
): Promise<ConversionReport> {
  if (sources.request.stream !== undefined) return report;
  return { ...report, fingerprint: await fingerprintOf(sources, tools), files: await withHashes(report.files) };
}
