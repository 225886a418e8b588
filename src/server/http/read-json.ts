import express from 'express';
import type { Request, Response } from 'express';
import type { Limits } from '../server-settings.ts';
import { watchUpload } from './uploads/watch-upload.ts';

/**
 * Reads a JSON body of at most `maxBytes`, whatever its content type. Returns undefined when there is none. Throws `malformed`,
 * `upload-too-large` or `too-slow`.
 */
export async function readJson(
  request: Request,
  response: Response,
  { maxBytes, uploadIdleMs, uploadMs }: Pick<Limits, 'uploadIdleMs' | 'uploadMs'> & { readonly maxBytes: number },
): Promise<unknown> {
  const parse = express.json({ limit: maxBytes, type: () => true });
  const watch = watchUpload(request, { maxBytes, uploadIdleMs, uploadMs });
  try {
    await Promise.race([
      watch.broken,
      new Promise<void>((resolve, reject) => {
        parse(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(asError(error))));
      }),
    ]);
  } finally {
    watch.stop();
  }
  const { body }: { body?: unknown } = request;
  return body;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
