import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { RequestError } from '../../errors/request-error.ts';
import type { RemoteFiles } from '../../jobs/served/served-jobs.ts';

/**
 * Sends a file of a storage, whole or as one range, without a copy on this machine. Returns false when there is none. Resolves when
 * it is sent or the caller has disconnected. Throws `bad-range`, and as `Storage.open` does before the first byte.
 */
export async function sendRemote(remote: RemoteFiles, file: string, response: Response): Promise<boolean> {
  const { req: request } = response;
  // The storage has limits of its own, and a caller that leaves ends the transfer.
  const { signal } = new AbortController();
  const info = await remote.stat(file, signal);
  if (!info) return false;
  const { bytes } = info;
  const changedMs = Math.floor(info.changedMs);
  // The same on all fronts. Files are only ever replaced as a whole, so the tag may be a strong one.
  response.set({ ETag: `"${bytes.toString(36)}-${changedMs.toString(36)}"`, 'Accept-Ranges': 'bytes' });
  response.set('Last-Modified', new Date(changedMs).toUTCString());
  if (request.fresh) {
    response.status(304).end();
    return true;
  }
  const { from, to } = rangeOf(request, response, bytes);
  if (to - from < bytes) response.status(206).set('Content-Range', `bytes ${from}-${to - 1}/${bytes}`);
  response.set('Content-Length', String(to - from));
  if (request.method === 'HEAD' || to === from) {
    response.end();
    return true;
  }
  const opened = await remote.open(file, { signal, from, to });
  if (!opened) return false;
  // The head is sent: an error can only cut the body off.
  await pipeline(opened.content, response).catch(() => undefined);
  return true;
}

interface Part {
  readonly from: number;
  /** Byte after the last one. */
  readonly to: number;
}

/** Returns the part that a request wants: everything for several ranges, and for one of another version. Throws `bad-range`. */
function rangeOf(request: Request, response: Response, bytes: number): Part {
  const whole = { from: 0, to: bytes };
  const version = request.get('if-range');
  if (version !== undefined && version !== response.get('ETag') && version !== response.get('Last-Modified'))
    return whole;
  const ranges = request.range(bytes, { combine: true });
  if (ranges === -1) {
    response.set('Content-Range', `bytes */${bytes}`);
    throw new RequestError('bad-range', 'The range is outside the file.');
  }
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return whole;
  const [range] = ranges;
  return range && ranges.length === 1 ? { from: range.start, to: range.end + 1 } : whole;
}
