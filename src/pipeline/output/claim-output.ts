import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CommitFile } from '../../audio/encoding/audio-encoding.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { processIdentity, processPlace } from '../../core/process/process-alive.ts';
import type { NarrationRequest } from '../conversion.ts';
import type { RunLog } from '../run-log.ts';
import { sourceSha256 } from '../read/book-source.ts';
import { requireReplaceable } from './check-output.ts';
import { findEarlierResults, runRecordPath } from './earlier-results.ts';
import type { EarlierResults } from './earlier-results.ts';
import { lockOutput } from './lock-output.ts';
import { isRemovedWhenStale, reportPath } from './output-paths.ts';
import type { ConversionReport } from '../report/report.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { BookSource } from '../read/book-source.ts';

/** The right of one run to write an output. Disposed of, another run may write it. */
export interface OutputClaim extends AsyncDisposable {
  /** SHA-256 of the book, hex. */
  readonly bookSha256: string;
  /** Throws `bad-value` when one of the files may not be replaced. */
  check(files: readonly string[]): Promise<void>;
  /** Gives a finished file its final name. Throws `bad-value` when it may not replace the file there. */
  readonly commit: CommitFile;
  /** Returns the bytes of a file that this run has written. */
  bytesOf(file: string): number | undefined;
  /** Removes what earlier runs of this output wrote and this one did not, and writes the report. */
  finish(report: ConversionReport): Promise<void>;
}

/**
 * Claims an output for this run. Its folder is made when the folder around that exists. A record beside the output names the
 * process and lists every file before the file gets its name, so that the next run knows the files of one that was killed.
 * Throws `bad-value` while another run writes the same output.
 */
export async function claimOutput(request: NarrationRequest, signal: AbortSignal, log: RunLog): Promise<OutputClaim> {
  const absolute = { ...request, bookFile: path.resolve(request.bookFile), output: path.resolve(request.output) };
  const lock = await lockOutput(absolute.output, {
    signal,
    warn: log.warn,
    waitMs: request.waitLockMs,
    onWait: () => log.onProgress({ type: 'output-wait', output: absolute.output }),
  });
  try {
    const earlier = await findEarlierResults(absolute);
    const claim = new Claim(absolute, { earlier, bookSha256: await sourceSha256(absolute), log, lock });
    await claim.writeRecord();
    return claim;
  } catch (thrown) {
    await lock[Symbol.asyncDispose]();
    throw thrown;
  }
}

interface ClaimState {
  readonly earlier: EarlierResults;
  readonly bookSha256: string;
  readonly log: RunLog;
  readonly lock: AsyncDisposable;
}

class Claim implements OutputClaim {
  readonly #request: NarrationRequest;
  readonly #state: ClaimState;
  readonly #written = new Map<string, number>();
  #isReported = false;

  constructor(request: NarrationRequest, state: ClaimState) {
    this.#request = request;
    this.#state = state;
  }

  get bookSha256(): string {
    return this.#state.bookSha256;
  }

  async writeRecord(): Promise<void> {
    const { bookFile, oneBook, output } = this.#request;
    const { bookSha256, earlier } = this.#state;
    const written = [...this.#written].map(([file, bytes]) => ({ path: file, bytes }));
    const record = {
      process: processIdentity(),
      place: processPlace(),
      output,
      book: { file: bookFile, files: oneBook?.files, sha256: bookSha256 },
      files: [...earlier.own, ...written],
    };
    await writeFileAtomic(runRecordPath(output), `${JSON.stringify(record)}\n`);
  }

  async check(files: readonly string[]): Promise<void> {
    for (const file of files) await requireReplaceable(file, this.#request, this.#state.earlier);
  }

  commit: CommitFile = async (file) => {
    if (!this.#written.has(file.target)) await this.check([file.target]);
    const { size } = await stat(file.path);
    this.#written.set(file.target, size);
    await this.writeRecord();
    await file.commit();
  };

  bytesOf(file: string): number | undefined {
    return this.#written.get(file);
  }

  async finish(report: ConversionReport): Promise<void> {
    await this.#removeStale(new Set(report.files.map((file) => file.path)));
    await writeFileAtomic(reportPath(this.#request.output), `${JSON.stringify(report, undefined, 2)}\n`);
    this.#isReported = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const record = runRecordPath(this.#request.output);
    const isNeeded = this.#written.size > 0 || this.#state.earlier.reports.includes(record);
    if (this.#isReported || !isNeeded) await rm(record, { force: true }).catch(() => undefined);
    await this.#state.lock[Symbol.asyncDispose]();
  }

  /** Removes the files that would be played or shown beside the new ones. Files that were changed since stay. */
  async #removeStale(current: ReadonlySet<string>): Promise<void> {
    const { own, related } = this.#state.earlier;
    const kept = new Set([...current, ...related.map((file) => file.path)]);
    for (const file of new Set(own.map((one) => one.path))) {
      if (kept.has(file) || !isRemovedWhenStale(this.#request.output, file)) continue;
      const found = await stat(file).catch(() => undefined);
      if (found?.isFile() !== true) continue;
      const isUnchanged = own.some((one) => one.path === file && one.bytes === found.size);
      if (isUnchanged) await rm(file, { force: true });
      else this.#state.log.warn(`${file} of an earlier run was changed since then. It is not removed.`);
    }
  }
}

/** Returns what stands for the claim of an output when audio is passed on and no file is written. */
export async function streamClaim(source: BookSource): Promise<OutputClaim> {
  return {
    bookSha256: await sourceSha256(source),
    async check() {},
    async commit() {},
    bytesOf: () => undefined,
    async finish() {},
    async [Symbol.asyncDispose]() {},
  };
}

/** Throws `bad-value` for an option of a stream that needs a file. */
export function checkStream(request: NarrationRequest): void {
  const { layout, acx, subtitles, readAlong, keepWav, translate } = request;
  const needing: readonly (readonly [name: string, isGiven: boolean])[] = [
    ['one file per chapter', layout === 'chapters' || acx === true],
    ['subtitles', subtitles !== undefined],
    ['a read-along', Boolean(readAlong)],
    ['a WAV beside it', keepWav === true],
    ['a translation', translate !== undefined],
  ];
  const found = needing.find(([, isGiven]) => isGiven);
  if (!found) return;
  throw new AudiobookError('bad-value', `Audio on standard output cannot have ${found[0]}. Name a file with --output.`);
}
