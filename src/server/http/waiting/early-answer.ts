import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Job } from '../../jobs/job.ts';
import { RequestError } from '../../errors/request-error.ts';
import { attachment } from '../attachment.ts';
import { emptyBlock, gzipHeader, storedGzip } from './stored-gzip.ts';

/** Facts about a download before it is made. */
export interface ExpectedDownload {
  readonly name: string;
  readonly mediaType: string;
}

/** Options of `EarlyAnswer`. */
export interface EarlyAnswerOptions {
  readonly request: Request;
  readonly response: Response;
  readonly job: Job;
  readonly expected: ExpectedDownload;
  /** Time until the first bytes, in milliseconds. Further ones follow at half of it. */
  readonly afterMs: number;
}

/**
 * The beginning of a response whose body is still being made, for callers that take gzip: proxies and clients give up on a
 * connection without bytes (nginx after a minute, fetch of Node after five). Empty blocks of gzip keep it alive and add nothing to
 * the body. The status is sent with the first of them, so a later failure can only cut the body off.
 */
export class EarlyAnswer implements Disposable {
  readonly #options: EarlyAnswerOptions;
  #timer: NodeJS.Timeout | undefined;
  #hasBegun = false;

  constructor(options: EarlyAnswerOptions) {
    this.#options = options;
    const { request, response, afterMs } = options;
    if (!takesGzip(request)) return;
    this.#timer = setTimeout(() => {
      this.#begin();
      this.#timer = setInterval(() => response.write(emptyBlock), afterMs / 2);
    }, afterMs);
  }

  /** Whether the status is sent. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Sends the result of the job, or cuts the body off. Returns false where the caller did not get the whole result. */
  async finish(): Promise<boolean> {
    const { response, job, expected } = this.#options;
    this[Symbol.dispose]();
    const { state, result } = job.record;
    if (state !== 'done' || result?.mediaType !== expected.mediaType) {
      response.destroy();
      return false;
    }
    try {
      await pipeline(await openResult(job, result.file), storedGzip(), response);
      return true;
    } catch {
      // The caller has left, or the file is gone; the pipeline has closed the connection.
      return false;
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #begin(): void {
    const { response, job, expected } = this.#options;
    this.#hasBegun = true;
    response.status(200).set({
      'Content-Type': expected.mediaType,
      'Content-Encoding': 'gzip',
      'Content-Disposition': attachment(expected.name),
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      'X-Audiobook-Job': job.record.id,
    });
    response.write(Buffer.concat([gzipHeader, emptyBlock]));
  }
}

/** Opens the result of a job, wherever it is. */
async function openResult({ files }: Job, file: string): Promise<Readable> {
  const opened = await files.open(`result/${file}`, { signal: new AbortController().signal });
  if (!opened) throw new RequestError('gone', 'The file is gone from the storage of the service.');
  return opened.content;
}

function takesGzip(request: Request): boolean {
  return request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') === 'gzip';
}
