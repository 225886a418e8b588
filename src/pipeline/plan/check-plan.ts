import path from 'node:path';
import { estimateClipBytes } from '../../audio/encoding/chapter-clips.ts';
import { estimateBytes, wavBytesPerSecond } from '../../audio/files/estimate-bytes.ts';
import { groupByDuration } from '../../audio/files/group-by-duration.ts';
import { possiblePartPaths } from '../../audio/mp4/m4b-parts.ts';
import type { Book } from '../../core/book.ts';
import { requireSpace } from '../../core/files/require-space.ts';
import type { SpaceNeed } from '../../core/files/require-space.ts';
import type { ConversionRequest } from '../conversion.ts';
import { estimatedSeconds } from '../read/outline.ts';
import type { OutputClaim } from '../output/claim-output.ts';
import { chapterPaths, subtitlesPath } from '../output/output-paths.ts';

/** Facts about a chapter before it is spoken. */
export interface PlannedFile {
  /** Undefined while a language model has yet to write it. */
  readonly title: string | undefined;
  readonly words: number;
}

/** Facts about a book before it is spoken. */
export interface PlannedOutput {
  readonly book: Pick<Book, 'cover'>;
  readonly chapters: readonly PlannedFile[];
  /** Share of the speech that will be added to the store, from 0 to 1. */
  readonly unspoken: number;
}

/** The limits an output is checked against. */
export interface PlanChecks {
  readonly claim: Pick<OutputClaim, 'check'>;
  readonly storeFolder: string;
}

/**
 * Checks what depends on the book before anything is spoken: the names of the files of chapters and parts, and the space on the
 * disks. Throws `bad-value` for a file that may not be replaced and `output-failed` for a disk that is too small, unless `force`
 * is set. A stream has neither.
 */
export async function checkPlan(
  request: ConversionRequest,
  planned: PlannedOutput,
  { claim, storeFolder }: PlanChecks,
): Promise<void> {
  if (request.stream) return;
  await claim.check(request.layout === 'chapters' ? chapterFiles(request, planned) : partFiles(request, planned));
  if (!request.force) await requireSpace(spaceNeeds(request, planned, storeFolder));
}

function chapterFiles(request: ConversionRequest, { book, chapters }: PlannedOutput): readonly string[] {
  const files = chapters.flatMap(({ title }, index) =>
    title === undefined ? [] : chapterPaths(request, index + 1, title),
  );
  return request.coverFile !== undefined || book.cover ? [...files, path.join(request.output, 'cover.jpg')] : files;
}

/** A slow voice takes longer than the estimate, so that there are more parts. */
const slowestShare = 2;

/** Returns the names that the parts of a long M4B can get. */
function partFiles(
  { output, format, subtitles = [], maxPartSeconds }: ConversionRequest,
  { chapters }: PlannedOutput,
): readonly string[] {
  if (format !== 'm4b') return [];
  const lengths = chapters.map(({ words }) => ({ seconds: estimatedSeconds(words) * slowestShare }));
  const parts = groupByDuration(lengths, maxPartSeconds).length;
  if (parts <= 1) return [];
  return possiblePartPaths(output, parts).flatMap((part) => [
    part,
    ...subtitles.map((subtitle) => subtitlesPath(part, subtitle)),
  ]);
}

/** Most voices are faster than the estimate. A run that fits must not be refused. */
const cautiousShare = 0.75;

/** Files are encoded first and tagged in a copy, so each is there twice for a while. */
const copies = 2;

function spaceNeeds(
  { output, format, bitrate, keepWav, readAlong, readAlongAudio = 'aac', acx }: ConversionRequest,
  { chapters, unspoken }: PlannedOutput,
  storeFolder: string,
): SpaceNeed[] {
  const words = chapters.map((chapter) => chapter.words);
  const seconds = cautiousSeconds(words.reduce((sum, count) => sum + count, 0));
  const wav = seconds * wavBytesPerSecond;
  const encoded = estimateBytes(format, seconds, bitrate);
  // One chapter at a time is uncompressed until its levels are right.
  const spool = acx ? cautiousSeconds(Math.max(0, ...words)) * wavBytesPerSecond : 0;
  const audio = Math.max(encoded * (format === 'wav' ? 1 : copies), encoded + spool);
  const clips = readAlong ? estimateClipBytes(readAlongAudio, seconds) * copies : 0;
  return [
    { folder: path.dirname(output), bytes: audio + clips + (keepWav ? wav : 0) },
    { folder: storeFolder, bytes: wav * unspoken },
  ];
}

function cautiousSeconds(words: number): number {
  return estimatedSeconds(words) * cautiousShare;
}
