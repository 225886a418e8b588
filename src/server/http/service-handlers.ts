import type { RequestHandler } from 'express';
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
      const problems = await service.problems();
      response.status(problems.length === 0 ? 200 : 503).json({ ready: problems.length === 0, problems });
    },
    async metrics(_request, response) {
      response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    },
  };
}
