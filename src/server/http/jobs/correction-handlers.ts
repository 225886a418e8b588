import type { RequestHandler } from 'express';
import { formFields } from '../../fields/form-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { requireRemakable } from '../../jobs/require-state.ts';
import { readBody } from '../read-body.ts';
import type { Service } from '../service.ts';
import { acceptJob } from './accept-job.ts';
import { correctionsSchema } from './correction-operations.ts';
import type { correctionOperations } from './correction-operations.ts';
import { jobOf } from './job-of.ts';
import { receiveFields } from './receive-fields.ts';

/** Longest JSON body, in bytes: all corrections, in letters of which each takes six. */
const maxBytes = 3_000_000;

/** Returns the handlers of operations that have a book say something differently. */
export function correctionHandlers({
  jobs,
  limits,
}: Service): Readonly<Record<keyof typeof correctionOperations, RequestHandler>> {
  return {
    async getCorrections(request, response) {
      const { corrections = [] } = (await jobOf(jobs, request)).record;
      response.json({ corrections });
    },
    async changeCorrections(request, response) {
      const job = await jobOf(jobs, request);
      const { corrections } = await readBody(request, response, { limits, maxBytes }, correctionsSchema);
      await jobs.correct(job, { corrections });
      response.json({ corrections });
    },
    async remakeJob(request, response) {
      await receiveFields(request, response, limits);
      const { password } = parseFields(formFields.retryJob, request.body ?? {});
      acceptJob(response, await jobs.queueAgain(await jobOf(jobs, request), requireRemakable, password));
    },
  };
}
