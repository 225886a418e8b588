import path from 'node:path';
import type { RequestHandler, Response } from 'express';
import { AudiobookError } from '../../../core/errors.ts';
import { parseVoices } from '../../../pipeline/options/parse-voices.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import type { SayRequest } from '../../../pipeline/say/say-text.ts';
import type { ConversionPlan } from '../../../pipeline/plan/plan-conversion.ts';
import { readKeptSample } from '../../../pipeline/read/keep-book.ts';
import { maySee } from '../../access/caller.ts';
import { RequestError } from '../../errors/request-error.ts';
import { formFields } from '../../fields/form-fields.ts';
import { fieldValues, parseFields } from '../../fields/parse-fields.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { removeJobFolder } from '../../jobs/job-paths.ts';
import { readingRules } from '../../worker/job-request.ts';
import { callerOf } from '../access/check-token.ts';
import { callerSignal } from '../caller-signal.ts';
import type { Service } from '../service.ts';
import { receiveOptionalBook } from '../uploads/receive-book.ts';
import type { ReceivedForm } from '../uploads/receive-book.ts';
import { wholeAudio } from '../whole-audio.ts';
import { sampleFields } from './sample-operations.ts';
import type { sampleOperations } from './sample-operations.ts';

/** Time for a sample: a model of a natural voice may have to be loaded. */
const sampleMs = 120_000;
/** Samples are not queued, and each is spoken in its own process. */
const samplesAtOnce = 4;

const mediaTypes = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const;

/** Returns the handler of samples of voices. */
export function sampleHandlers(service: Service): Readonly<Record<keyof typeof sampleOperations, RequestHandler>> {
  const { workers, workerContext } = service;
  let count = 0;
  return {
    async createSample(request, response) {
      const form = await receiveOptionalBook(request, response, service);
      try {
        const values = parseFields(sampleFields, form.fields);
        const { format = sampleFields.format.default, voice, provider } = values;
        if (count >= samplesAtOnce) {
          throw new RequestError('busy', `${count} samples are being spoken. Try again later.`);
        }
        count += 1;
        try {
          const signal = callerSignal(response, sampleMs);
          const said = await textOf(service, response, { form, values, signal });
          const sample: Omit<SayRequest, 'signal'> = { voice, provider, speed: 1, ...said, format };
          const task = { type: 'sample', request: sample } as const;
          const audio = await workers.run<Uint8Array>({ task, ...workerContext }, { signal, onEvent: () => undefined });
          response.type(mediaTypes[format]).send(wholeAudio(Buffer.from(audio), format));
        } finally {
          count -= 1;
        }
      } finally {
        if (form.book) await removeJobFolder(form.paths);
      }
    },
  };
}

type Said = Pick<SayRequest, 'text' | 'language'> & Partial<Pick<SayRequest, 'voice' | 'provider' | 'speed'>>;

interface Asked {
  readonly form: ReceivedForm;
  readonly values: OptionValues<typeof sampleFields>;
  readonly signal: AbortSignal;
}

/** Returns what the sample says: the text of the form, or some sentences of its book or of the book of a job. */
async function textOf(service: Service, response: Response, { form, values, signal }: Asked): Promise<Said> {
  const { text, job, language } = values;
  const { book } = form;
  const isNamed = text !== undefined || job !== undefined;
  if (isNamed === (book !== undefined)) {
    throw new RequestError('missing-field', "Send one of the fields 'text', 'job', 'file' and 'url', or text and job.");
  }
  if (book) return await sentencesOf(service, path.join(form.paths.upload, book.upload.name), values, signal);
  return job === undefined ? { text: text ?? '', language } : await textOfJob(service, response, { ...values, job });
}

/** Returns some sentences of the book of a job, or the text that is given, to be said as the job says it. */
async function textOfJob(
  { jobs }: Service,
  response: Response,
  { job: id, text, language }: Asked['values'] & { readonly job: string },
): Promise<Said> {
  const job = await jobs.get(id);
  if (!job || !maySee(callerOf(response), job.record.owner)) throw new RequestError('not-found', 'Unknown job.');
  await job.files.fetch('book');
  const sample = await readKeptSample(job.paths.book);
  if (!sample) {
    throw new RequestError('not-finished', `The job is ${job.record.state}; the text of its book is not there.`);
  }
  const said = { text: sample.text, language: language ?? sample.language };
  return text === undefined ? said : { ...said, ...voiceOf(job.record), text };
}

/** Returns how a job speaks. */
function voiceOf({ fields, provider }: JobRecord): Pick<Said, 'voice' | 'provider' | 'speed'> {
  const { voice, speed = 1 } = fieldValues(formFields.job, fields);
  return { voice: voice === undefined ? undefined : parseVoices(voice).main, provider, speed };
}

async function sentencesOf(
  { workers, workerContext }: Service,
  bookFile: string,
  { provider, voice, language, password }: Asked['values'],
  signal: AbortSignal,
): Promise<Said> {
  const request = { bookFile, provider, voice, language, password, ...readingRules(workerContext.limits) };
  const task = { type: 'plan', request } as const;
  const plan = await workers.run<ConversionPlan>({ task, ...workerContext }, { signal, onEvent: () => undefined });
  if (plan.sample !== undefined) return { text: plan.sample, language: language ?? plan.language };
  throw new AudiobookError('book-no-text', 'The book has no words for a sample.');
}
