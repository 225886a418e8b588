import type { RequestHandler } from 'express';
import { accessOperations } from './access/access-operations.ts';
import { choiceOperations } from './choices/choice-operations.ts';
import { conversionHandlers } from './conversion-handlers.ts';
import { feedOperations } from './feeds/feed-operations.ts';
import { correctionOperations } from './jobs/correction-operations.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { scriptOperations } from './jobs/script-operations.ts';
import { libraryOperations } from './library/library-operations.ts';
import { listenOperations } from './listen/listen-operations.ts';
import { sampleOperations } from './samples/sample-operations.ts';
import type { Service } from './service.ts';
import { serviceHandlers } from './service-handlers.ts';
import { speechOperations } from './speech-api/speech-operations.ts';

type Handlers = Readonly<Record<string, RequestHandler>>;

/** Returns the handler of every operation. */
export function handlers(service: Service): Handlers {
  return {
    ...serviceHandlers(service),
    ...loaded(choiceOperations, async () => (await import('./choices/choice-handlers.ts')).choiceHandlers(service)),
    ...loaded(libraryOperations, async () => (await import('./library/library-handlers.ts')).libraryHandlers(service)),
    ...loaded(feedOperations, async () => (await import('./feeds/feed-handlers.ts')).feedHandlers(service)),
    ...loaded(listenOperations, async () => (await import('./listen/listen-handlers.ts')).listenHandlers(service)),
    ...loaded(sampleOperations, async () => (await import('./samples/sample-handlers.ts')).sampleHandlers(service)),
    ...loaded(speechOperations, async () => (await import('./speech-api/speech-handlers.ts')).speechHandlers(service)),
    ...loaded(jobOperations, async () => (await import('./jobs/job-handlers.ts')).jobHandlers(service)),
    ...loaded(correctionOperations, async () =>
      (await import('./jobs/correction-handlers.ts')).correctionHandlers(service),
    ),
    ...loaded(scriptOperations, async () => (await import('./jobs/script-handlers.ts')).scriptHandlers(service)),
    ...loaded(accessOperations, async () => (await import('./access/access-handlers.ts')).accessHandlers(service)),
    ...conversionHandlers(service),
  };
}

/**
 * Returns handlers of a group of operations. Their file, and the rooms that it uses, are loaded with the first request: a service that
 * only converts needs few of them.
 */
function loaded(operations: Readonly<Record<string, unknown>>, load: () => Promise<Handlers>): Handlers {
  let group: Promise<Handlers> | undefined;
  const handlerOf = (id: string): RequestHandler => {
    return async (request, response, next) => {
      group ??= load();
      const handle = (await group)[id];
      if (!handle) throw new Error(`Operation '${id}' has no handler.`);
      await handle(request, response, next);
    };
  };
  return Object.fromEntries(Object.keys(operations).map((id) => [id, handlerOf(id)]));
}
