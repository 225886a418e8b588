import path from 'node:path';
import { estimateBytes, wavBytesPerSecond } from '../audio/files/estimate-bytes.ts';
import type { Book } from '../core/book.ts';
import { requireSpace } from '../core/files/require-space.ts';
import type { SpaceNeed } from '../core/files/require-space.ts';
import type { ConversionRequest } from './conversion.ts';
import { estimatedSeconds } from './queries/outline.ts';
import type { OutputClaim } from './output/claim-output.ts';
import { chapterPaths } from './output/output-paths.ts';

/** What is known of a book before it is spoken. */
export interface PlannedOutput {
  readonly book: Pick<Book, 'cover'>;
  readonly chapters: readonly { readonly title: string }[];
  readonly words: number;
  /** Share of the speech that will be added to the store, from 0 to 1. */
  readonly unspoken: number;
}

/** What an output is checked against. */
export interface PlanChecks {
  readonly claim: Pick<OutputClaim, 'check'>;
  readonly storeFolder: string;
}

/**
 * Checks what depends on the book before anything is spoken: the names of chapter files and the space on the disks. Throws
 * `bad-value` for a file that may not be replaced and `output-failed` for a disk that is too small, unless `force` is set.
 */
export async function checkPlan(
  request: ConversionRequest,
  planned: PlannedOutput,
  { claim, storeFolder }: PlanChecks,
): Promise<void> {
  if (request.layout === 'chapters') await claim.check(chapterFiles(request, planned));
  if (!request.force) await requireSpace(spaceNeeds(request, planned, storeFolder));
}

function chapterFiles(request: ConversionRequest, { book, chapters }: PlannedOutput): readonly string[] {
  const titles = chapters.map(({ title }) => title);
  const files = chapterPaths(request, titles);
  return request.coverFile !== undefined || book.cover ? [...files, path.join(request.output, 'cover.jpg')] : files;
}

/** Most voices are faster than the estimate. A run that fits must not be refused. */
const cautiousShare = 0.75;

/** Files are encoded first and tagged in a copy, so each is there twice for a while. */
const copies = 2;
const clipBitrate = '48k';

function spaceNeeds(
  { output, format, bitrate, keepWav, readAlong }: ConversionRequest,
  { words, unspoken }: PlannedOutput,
  storeFolder: string,
): SpaceNeed[] {
  const seconds = estimatedSeconds(words) * cautiousShare;
  const wav = seconds * wavBytesPerSecond;
  const audio = estimateBytes(format, seconds, bitrate) * (format === 'wav' ? 1 : copies);
  const clips = readAlong ? estimateBytes('m4b', seconds, clipBitrate) * copies : 0;
  return [
    { folder: path.dirname(output), bytes: audio + clips + (keepWav ? wav : 0) },
    { folder: storeFolder, bytes: wav * unspoken },
  ];
}
