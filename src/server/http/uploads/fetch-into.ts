import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Response } from 'express';
import { fileSha256 } from '../../../core/files/file-sha256.ts';
import type { Settings } from '../../../core/settings.ts';
import { fetchBook } from '../../../pipeline/read/fetch-book.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import type { Limits } from '../../server-settings.ts';
import { callerSignal } from '../caller-signal.ts';
import type { StoredBook } from './book-storage.ts';

/** Milliseconds for a book that the service fetches itself: a slow server only holds a place for uploads. */
const fetchMs = 5 * 60_000;

/** Surroundings of `fetchInto`. */
export interface FetchInto {
  readonly paths: JobPaths;
  readonly settings: Settings;
  readonly limits: Pick<Limits, 'uploadBytes'>;
  readonly response: Response;
}

/**
 * Fetches the book of a form from its address into the folder of a future job. Only public addresses are reached, whatever a name
 * or a redirect leads to. Throws what `fetchBook` throws.
 */
export async function fetchInto(
  address: string,
  { paths, settings, limits, response }: FetchInto,
): Promise<StoredBook> {
  const signal = callerSignal(response, fetchMs);
  const allowed = { publicOnly: true, maxBytes: limits.uploadBytes, timeoutMs: fetchMs };
  const { file } = await fetchBook(address, { ...allowed, folder: paths.upload, settings, signal });
  const { size: bytes } = await stat(file);
  return { upload: { name: path.basename(file), bytes }, sha256: await fileSha256(file, signal) };
}
