import type { RequestHandler, Response } from 'express';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import type { SayRequest } from '../../../pipeline/queries/voices/say-text.ts';
import { readKeptSample } from '../../../pipeline/queries/keep-book.ts';
import { maySee } from '../../access/caller.ts';
import { RequestError } from '../../errors/request-error.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { callerOf } from '../access/check-token.ts';
import { callerSignal } from '../caller-signal.ts';
import { receiveFields } from '../jobs/receive-fields.ts';
import type { Service } from '../service.ts';
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
      await receiveFields(request, response, service.limits);
      const values = parseFields(sampleFields, request.body ?? {});
      const { format = sampleFields.format.default, voice, provider } = values;
      const said = await textOf(service, response, values);
      if (count >= samplesAtOnce) throw new RequestError('busy', `${count} samples are being spoken. Try again later.`);
      const sample: Omit<SayRequest, 'signal'> = { ...said, voice, provider, format, speed: 1 };
      const task = { type: 'sample', request: sample } as const;
      count += 1;
      try {
        const signal = callerSignal(response, sampleMs);
        const audio = await workers.run<Uint8Array>({ task, ...workerContext }, { signal, onEvent: () => undefined });
        response.type(mediaTypes[format]).send(wholeAudio(Buffer.from(audio), format));
      } finally {
        count -= 1;
      }
    },
  };
}

type Said = Pick<SayRequest, 'text' | 'language'>;

/** Returns what the sample says: the text of the form, or some sentences of the book of a job. */
async function textOf(
  { jobs }: Pick<Service, 'jobs'>,
  response: Response,
  { text, job: id, language }: Pick<OptionValues<typeof sampleFields>, 'text' | 'job' | 'language'>,
): Promise<Said> {
  if ((text === undefined) === (id === undefined)) {
    throw new RequestError('missing-field', "Send either the field 'text' or the field 'job'.");
  }
  if (text !== undefined) return { text, language };
  const job = jobs.get(id ?? '');
  if (!job || !maySee(callerOf(response), job.record.owner)) throw new RequestError('not-found', 'Unknown job.');
  const sample = await readKeptSample(job.paths.book);
  if (sample) return { text: sample.text, language: language ?? sample.language };
  throw new RequestError('not-finished', `The job is ${job.record.state}; the text of its book is not there.`);
}
