import { randomUUID } from 'node:crypto';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { errorHandler } from './error-handler.ts';
import { docs } from './docs.ts';
import type { Redact } from '../errors/failure.ts';
import { checkHost, checkToken } from './guard.ts';
import { handlers } from './handlers.ts';
import type { Service } from './service.ts';
import { openApi } from './openapi.ts';
import { operations } from './operations.ts';
import type { Operation } from './operations.ts';
import { RequestError } from '../errors/request-error.ts';

export interface AppOptions extends Service {
  /** Whether only this machine can reach the service: then the `Host` header is checked. */
  readonly loopback: boolean;
  readonly redact: Redact;
  readonly logger: Logger;
}

/** The service as an Express app that does not listen. */
export function createApp(options: AppOptions): Express {
  const { logger, trust, redact, version, loopback } = options;
  const app = express();
  app.disable('x-powered-by');
  // Nested queries have no use here, and surprising shapes.
  app.set('query parser', 'simple');
  app.use(nameRequest, logRequests(logger), securityHeaders(), checkHost(trust, loopback));
  const description = openApi(version);
  app.get('/openapi.json', (_request, response) => void response.json(description));
  app.get('/', (_request, response) => response.redirect('/docs'));
  app.use('/docs', docs());
  addOperations(app, options);
  app.use(() => {
    throw new RequestError('not-found', 'There is nothing here. GET /docs shows what there is.');
  });
  app.use(errorHandler(logger, redact));
  return app;
}

function addOperations(app: Express, options: AppOptions): void {
  const table = handlers(options);
  const token = checkToken(options.trust.token);
  const paths = new Map<string, string[]>();
  for (const [id, { method, path, open }] of Object.entries<Operation>(operations)) {
    const route = path.replaceAll(/\{(\w+)\}/gu, ':$1');
    const counted: RequestHandler = (_request, response, next) => {
      response.once('finish', () => options.metrics.countResponse(id, response.statusCode));
      next();
    };
    app[method](route, counted, ...(open ? [] : [token]), handlerOf(table, id));
    paths.set(route, [...(paths.get(route) ?? []), method.toUpperCase()]);
  }
  for (const [route, methods] of paths) {
    app.all(route, (_request, response) => {
      response.set('Allow', methods.join(', '));
      throw new RequestError('method-not-allowed', `Wanted one of ${methods.join(', ')}.`);
    });
  }
}

function handlerOf(table: Readonly<Record<string, RequestHandler>>, id: string): RequestHandler {
  const found = table[id];
  if (!found) throw new Error(`Operation '${id}' has no handler.`);
  return found;
}

const nameRequest: RequestHandler = (_request, response, next) => {
  response.set('X-Request-Id', randomUUID());
  next();
};

/** One line a request, with neither query, nor names, nor headers. */
function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now();
    const { method } = request;
    const path = request.path.slice(0, 200);
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedMs);
      const line = { request: response.get('X-Request-Id'), method, path, status: response.statusCode, ms };
      logger.info({ ...line, ...(!response.writableFinished && { hungUp: true }) }, 'request');
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
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // The service itself speaks plain HTTP; whoever puts TLS before it sets this there.
    strictTransportSecurity: false,
  });
}
