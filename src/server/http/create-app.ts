import { addTo } from '../../core/collections/add-to.ts';
import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { errorHandler } from './error-handler.ts';
import { docs } from './page/docs.ts';
import { pageDocument, pageFiles, pagePlaces } from './page/web-page.ts';
import type { Redact } from '../errors/failure.ts';
import { serveBelow } from './base-path.ts';
import { checkHost } from './access/check-host.ts';
import { checkToken, requireAdmin, requireOwnJob } from './access/check-token.ts';
import { handlers } from './handlers.ts';
import type { Service } from './service.ts';
import { openApi } from './openapi.ts';
import { operations } from './operations.ts';
import type { Operation } from './operation.ts';
import type { PendingHandlers } from './pending-handlers.ts';
import { RequestError } from '../errors/request-error.ts';

/** Options of `createApp`. */
export interface AppOptions extends Service {
  /** Address that the service listens on. */
  readonly host: string;
  /** Path below which the service is reached through a proxy: empty, or such as `/audiobook`. */
  readonly basePath: string;
  /** Folder of the built page, which may be missing. */
  readonly pageFolder: string;
  readonly redact: Redact;
  readonly logger: Logger;
  readonly pending: PendingHandlers;
}

/** Creates the Express app of the service. It does not listen yet. */
export function createApp(options: AppOptions): Express {
  const { logger, trust, redact, version, host, basePath, pageFolder } = options;
  const app = express();
  app.disable('x-powered-by');
  // Nested query parameters would have unexpected types.
  app.set('query parser', 'simple');
  app.set('trust proxy', trust.proxies);
  serveBelow(app, basePath);
  app.use(setRequestId, logRequests(logger), securityHeaders(), checkHost({ ...trust, host }));
  let description: ReturnType<typeof openApi> | undefined;
  app.get('/openapi.json', (_request, response) => {
    description ??= openApi(version, basePath);
    response.json(description);
  });
  app.get(pagePlaces, pageDocument(pageFolder));
  app.use('/docs', docs());
  addOperations(app, options);
  app.use(pageFiles(pageFolder));
  app.use(() => {
    throw new RequestError('not-found', 'Unknown path. See GET /docs.');
  });
  app.use(errorHandler(logger, redact));
  return app;
}

function addOperations(app: Express, options: AppOptions): void {
  const table = handlers(options);
  const ownJob = requireOwnJob(options.jobs);
  const paths = new Map<string, string[]>();
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const { method, path, open, admin, linkable, feed } = operation;
    const route = path.replaceAll(/\{(\w+)\}/gu, ':$1');
    const counted: RequestHandler = (_request, response, next) => {
      response.once('close', () => {
        options.metrics.countResponse(id, response.statusCode, !response.writableFinished);
      });
      next();
    };
    const checks = [
      ...(open ? [] : [checkToken(options, { linkable, feed })]),
      ...(admin ? [requireAdmin] : []),
      ...(/^\/(?:jobs|library)\/\{id\}/u.test(path) ? [ownJob] : []),
      ...(operation.form || operation.jsonFields ? [requireNoParameters(operation)] : []),
    ];
    app[method](route, counted, ...checks, options.pending.watch(id, handlerOf(table, id)));
    addTo(paths, route, method.toUpperCase());
  }
  for (const [route, methods] of paths) {
    app.all(route, (_request, response) => {
      response.set('Allow', methods.flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : [name])).join(', '));
      throw new RequestError('method-not-allowed', `Method not allowed. Use ${methods.join(' or ')}.`);
    });
  }
}

/** Refuses parameters in the address where options are fields of the body: nothing would read them. */
function requireNoParameters({ form }: Operation): RequestHandler {
  return (request, _response, next) => {
    const [name] = Object.keys(request.query);
    if (name === undefined) return next();
    const shown = name.slice(0, 100);
    const place = form ? 'a field of the form' : 'part of the JSON body';
    throw new RequestError('malformed', `Unknown parameter '${shown}' in the address. Send it as ${place}.`);
  };
}

function handlerOf(table: Readonly<Record<string, RequestHandler>>, id: string): RequestHandler {
  const found = table[id];
  if (!found) throw new Error(`Operation '${id}' has no handler.`);
  return found;
}

const setRequestId: RequestHandler = (_request, response, next) => {
  response.set('X-Request-Id', randomUUID());
  next();
};

/** Logs one line per request, without query, file names and headers. */
function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now();
    const { method } = request;
    const path = request.path.slice(0, 200);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedMs);
      const id = response.get('X-Request-Id');
      const hungUp = response.writableFinished ? undefined : true;
      logger.info({ request: id, method, path, status: response.statusCode, ms, hungUp }, 'request');
    });
    next();
  };
}

function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'self'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The service uses plain HTTP; a TLS proxy in front of it sets this header.
    strictTransportSecurity: false,
  });
}
