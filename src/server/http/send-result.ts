import path from 'node:path';
import type { Response } from 'express';
import { attachment } from './attachment.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { Job } from '../jobs/job.ts';

/** Sends the finished file: whole or in ranges, under the book's title. Resolves when it is sent or the caller is gone. */
export async function sendResult(job: Job, response: Response): Promise<void> {
  const { result, report, provider, providerByDefault } = job.record;
  if (!result) throw new AudiobookError('internal', 'A finished job has no result.');
  response.set({ 'Content-Type': result.mediaType, 'Content-Disposition': attachment(result.name) });
  if (provider !== undefined && providerByDefault) response.set('X-Audiobook-Provider', provider);
  const gaps = report?.['gaps'];
  if (Array.isArray(gaps) && gaps.length > 0) response.set('X-Audiobook-Gaps', String(gaps.length));
  // A reader that has stopped reading must not hold the file and the connection for ever.
  response.setTimeout(stillMs, () => response.destroy());
  await new Promise<void>((resolve, reject) => {
    response.sendFile(
      result.file,
      { root: path.resolve(job.paths.result), dotfiles: 'allow', cacheControl: false, lastModified: true },
      (error?: Error) => {
        // A caller that hangs up in mid-download is no failure of ours.
        if (error === undefined || response.headersSent || response.destroyed) resolve();
        else reject(error);
      },
    );
  });
}

const stillMs = 120_000;
