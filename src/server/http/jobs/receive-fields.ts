import type { Request, Response } from 'express';
import multer from 'multer';
import { RequestError } from '../../errors/request-error.ts';

/** Reads a form without files, if the request has one. */
export async function receiveFields(request: Request, response: Response): Promise<void> {
  const form = multer({ limits: { fields: 10, fieldSize: 4000, fieldNameSize: 100 } }).none();
  await new Promise<void>((resolve, reject) => {
    form(request, response, (error: unknown) => {
      if (error === undefined) resolve();
      else reject(new RequestError('malformed', 'The form is broken, or has a file or unknown fields.'));
    });
  });
}
