import { z } from 'zod';

/**
 * The segments a run listens to: none, those whose length is odd, all of them, or a random sample of that many. The sample proves
 * the voice, and only `listen` proves every word.
 */
export type VerifyMode = 'off' | 'doubtful' | 'listen' | number;

/** Reads `off`, `doubtful`, `listen` or a number of segments. */
export const verifySchema = z
  .string()
  .regex(/^(?:off|doubtful|listen|[1-9]\d{0,5})$/u)
  .transform((text): VerifyMode =>
    /^\d/u.test(text) ? Number(text) : z.enum(['off', 'doubtful', 'listen']).parse(text),
  );

/** The values of `verifySchema`, for errors. */
export const expectedVerify = 'off, doubtful, listen or a number of segments to hear';
