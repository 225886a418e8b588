import { access, constants } from 'node:fs/promises';
import type { RequestHandler } from 'express';
import { hasRoom } from '../jobs/disk-room.ts';
import type { Service } from './service.ts';

/** Returns the handlers of operations that observe the service itself. */
export function serviceHandlers(service: Service): Readonly<Record<'health' | 'ready' | 'metrics', RequestHandler>> {
  const { version, jobs, metrics } = service;
  return {
    health(_request, response) {
      const stopping = jobs.isClosing;
      response.status(stopping ? 503 : 200).json({ status: stopping ? 'stopping' : 'ok', version });
    },
    async ready(_request, response) {
      const problems = await readinessProblems(service);
      response.status(problems.length === 0 ? 200 : 503).json({ ready: problems.length === 0, problems });
    },
    async metrics(_request, response) {
      response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  };
}

/** Returns why the service cannot accept a book now, in plain sentences. Empty when it can. */
async function readinessProblems({ jobs, limits }: Pick<Service, 'jobs' | 'limits'>): Promise<readonly string[]> {
  const problems: string[] = [];
  if (jobs.isClosing) problems.push('The service is shutting down.');
  try {
    await access(jobs.folder, constants.W_OK);
    if (!(await hasRoom(jobs.folder, limits.freeBytes))) problems.push('The disk has too little free space.');
  } catch {
    problems.push('The jobs folder cannot be written to.');
  }
  return problems;
}
