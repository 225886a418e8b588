import path from 'node:path';
import { retagAudiobook } from '../../audio/retag/retag-audiobook.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import type { RunLog } from '../run-log.ts';
import { audioMetadata } from '../read/audio-metadata.ts';
import { chooseCover } from '../read/choose-cover.ts';
import type { OutputClaim } from '../output/claim-output.ts';
import { keptWavPath } from '../output/output-paths.ts';
import type { ConversionReport } from './report.ts';
import { bookReport, coverFiles, withHashes } from './report-parts.ts';
import type { Fingerprint, FingerprintSources } from './fingerprint.ts';

/** Surroundings of a result that may get other tags. */
export type RetagTools = Pick<ConversionTools, 'chosen' | 'ffmpeg' | 'signal'> & {
  readonly claim: OutputClaim;
  readonly log: RunLog;
};

/** A result whose audio is the same. */
export interface RetagSources {
  readonly report: ConversionReport;
  /** Of this run. */
  readonly fingerprint: Fingerprint;
  readonly sources: FingerprintSources;
}

/** Reports whether only audio files have tags. A read-along has the metadata of the book, too. */
export function canBeRetagged({ readAlong }: Pick<ConversionRequest, 'readAlong'>): boolean {
  return !readAlong;
}

/** Writes the audio files of a result with the tags and the cover of this run, and returns and writes the new report. */
export async function retagResult(
  { report, fingerprint, sources }: RetagSources,
  { claim, log, signal }: RetagTools,
): Promise<ConversionReport> {
  const { request, book, cast, language } = sources;
  const { output, format, layout } = request;
  log.onProgress({ type: 'result-retagged', path: report.output });
  const cover = await chooseCover(book, request.coverFile, { signal }, log.warn);
  const keptWav = format === 'wav' ? undefined : path.resolve(keptWavPath(output));
  const audio = report.files.filter((file) => file.kind === 'audio' && file.path !== keptWav);
  await retagAudiobook({
    path: output,
    files: audio.map((file) => file.path),
    format,
    layout,
    metadata: audioMetadata(book.metadata, cast.credit, language, request.tags),
    cover,
    sound: report,
    signal,
    commit: async (file) => {
      await claim.commit(file);
      log.onProgress({ type: 'file-written', path: file.target, bytes: claim.bytesOf(file.target) ?? 0 });
    },
  });
  const files = report.files
    .filter(({ kind }) => kind !== 'cover')
    .map((file) => ({ ...file, bytes: claim.bytesOf(file.path) ?? file.bytes }));
  const withCover = [...files, ...coverFiles(request, cover, report.seconds, claim)];
  const written: ConversionReport = {
    ...report,
    book: bookReport(request, book, sources.bookSha256),
    chapters: report.chapters.map((chapter) => ({ ...chapter, file: book.chapters[chapter.number - 1]?.file })),
    leftOut: book.leftOut,
    segments: { ...report.segments, spoken: 0, stored: report.segments.spoken + report.segments.stored, retries: 0 },
    copied: undefined,
    warnings: [...new Set([...report.warnings, ...log.warnings])],
    fingerprint,
    files: await withHashes(withCover),
    elapsedSeconds: log.elapsedSeconds(),
  };
  await claim.finish(written);
  return { ...written, retagged: true };
}
