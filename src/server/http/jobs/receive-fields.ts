import type { Request, Response } from 'express';
import multer from 'multer';
import { RequestError } from '../../errors/request-error.ts';
import type { Limits } from '../../server-settings.ts';
import { watchUpload } from '../uploads/watch-upload.ts';

const maxFields = 10;
const maxFieldBytes = 4000;
const maxNameBytes = 100;

/** Reads a form without files, if the request has one. Throws `malformed`, `upload-too-large` or `too-slow`. */
export async function receiveFields(
  request: Request,
  response: Response,
  limits: Pick<Limits, 'uploadIdleMs' | 'uploadMs'>,
): Promise<void> {
  const form = multer({
    limits: { fields: maxFields, fieldSize: maxFieldBytes, fieldNameSize: maxNameBytes },
  }).none();
  const watch = watchUpload(request, { ...limits, maxBytes: 2 * maxFields * maxFieldBytes });
  try {
    await Promise.race([
      watch.broken,
      new Promise<void>((resolve, reject) => {
        form(request, response, (error: unknown) => {
          if (error === undefined) resolve();
          else reject(new RequestError('malformed', 'The form is broken, or has a file or unknown fields.'));
        });
      }),
    ]);
  } finally {
    watch.stop();
  }
}
