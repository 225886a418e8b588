import type { Request, RequestHandler, Response } from 'express';
import { changeScript, listScripts, readScript } from '../../../pipeline/script/scripts.ts';
import type { Script } from '../../../pipeline/script/scripts.ts';
import { isFinished } from '../../jobs/job-record.ts';
import type { Job } from '../../jobs/job.ts';
import { basePathOf } from '../base-path.ts';
import { RequestError } from '../../errors/request-error.ts';
import { formFields } from '../../fields/form-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { requireScripted, requireUnspoken } from '../../jobs/require-state.ts';
import { readBody } from '../read-body.ts';
import type { Service } from '../service.ts';
import { acceptJob } from './accept-job.ts';
import { jobOf } from './job-of.ts';
import { receiveFields } from './receive-fields.ts';
import { scriptChangeSchema } from './script-operations.ts';
import type { scriptOperations } from './script-operations.ts';
import { requireTag, scriptTag } from './script-tag.ts';

/** Longest JSON body, in bytes. A character takes up to six. */
const maxBytes = 6_000_000;

/** Returns the handlers of operations on the scripts of a job. */
export function scriptHandlers({
  jobs,
  limits,
}: Service): Readonly<Record<keyof typeof scriptOperations, RequestHandler>> {
  return {
    async listScripts(request, response) {
      const { record, paths } = await withScripts(jobOf(jobs, request));
      const scripts = await listScripts(paths.scripts);
      response.json({
        scripts: scripts.map((script) => ({
          ...script,
          url: `${basePathOf(response)}/jobs/${record.id}/scripts/${script.number}`,
        })),
      });
    },
    async getScript(request, response) {
      const { paths } = await withScripts(jobOf(jobs, request));
      sendScript(response, required(await readScript(paths.scripts, numberOf(request))));
    },
    async changeScript(request, response) {
      const number = numberOf(request);
      await jobOf(jobs, request);
      const change = await readBody(request, response, { limits, maxBytes }, scriptChangeSchema);
      const job = await withScripts(jobOf(jobs, request));
      const changed = await inTurn(job, async () => {
        const { record, paths } = job;
        requireUnspoken(record);
        requireTag(request, scriptTag(required(await readScript(paths.scripts, number))));
        const script = required(await changeScript(paths.scripts, number, change));
        await job.files.put(scriptsPlace);
        if (isFinished(record)) await jobs.correct(job);
        return script;
      });
      sendScript(response, changed);
    },
    async speakJob(request, response) {
      await receiveFields(request, response, limits);
      const { password } = parseFields(formFields.speakJob, request.body ?? {});
      acceptJob(response, await jobs.queueAgain(await jobOf(jobs, request), requireScripted, password));
    },
  };
}

/** Folder of the scripts in the folder of a job. */
const scriptsPlace = 'result/scripts.audiobook';

/** Returns a job whose scripts are on this machine. */
async function withScripts(found: Promise<Job>): Promise<Job> {
  const job = await found;
  await job.files.fetch(scriptsPlace);
  return job;
}

function sendScript(response: Response, script: Script): void {
  response.set('ETag', scriptTag(script)).json(script);
}

/** The last change of the scripts of each job that is under way, by its id. */
const changes = new Map<string, Promise<unknown>>();

/** Runs changes of the scripts of a job one after the other: between a check of the tag and its change there is no other. */
async function inTurn<Value>(job: Job, change: () => Promise<Value>): Promise<Value> {
  const { id } = job.record;
  const turn = (changes.get(id) ?? Promise.resolve()).then(change);
  const ended = turn.catch(() => undefined);
  changes.set(id, ended);
  void ended.then(() => changes.get(id) === ended && changes.delete(id));
  return await turn;
}

function numberOf(request: Request): number {
  const number = Number(request.params['number']);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new RequestError('not-found', 'Scripts have the numbers of chapters, from 1.');
}

function required(script: Script | undefined): Script {
  if (script) return script;
  throw new RequestError('not-found', 'The job has no script for a chapter of this number.');
}
