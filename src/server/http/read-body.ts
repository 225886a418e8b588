import type { Request, Response } from 'express';
import type { z } from 'zod';
import { RequestError } from '../errors/request-error.ts';
import { readJson } from './read-json.ts';
import type { Service } from './service.ts';

/** Bytes of a body. The largest of most is all bookmarks in a book: 100 notes of 200 letters, each as `\uXXXX` by a careful client. */
const usualBytes = 150_000;

/** Reads a JSON body. An absent one is an empty object. Throws `malformed`, `upload-too-large` or `too-slow`. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  response: Response,
  { limits, maxBytes = usualBytes }: Pick<Service, 'limits'> & { readonly maxBytes?: number },
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body = await readJson(request, response, { ...limits, maxBytes });
  const { success, data, error } = schema.safeParse(body ?? {});
  if (success) return data;
  const [issue] = error.issues;
  throw new RequestError(
    'malformed',
    `Body: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'invalid'}.`.slice(0, 200),
  );
}
