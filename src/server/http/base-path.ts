import type { Express, RequestHandler, Response } from 'express';

const key = 'basePath';

/**
 * Serves the app below a path such as `/audiobook`, too: a proxy may cut the path off or leave it. All addresses that the
 * service gives begin with it.
 */
export function serveBelow(app: Express, basePath: string): void {
  app.locals[key] = basePath;
  if (basePath !== '') app.use(cutOff(basePath));
}

/** Returns the path below which the app is served: empty, or with a slash at its start and none at its end. */
export function basePathOf({ app }: Pick<Response, 'app'>): string {
  return String(app.locals[key] ?? '');
}

function cutOff(basePath: string): RequestHandler {
  return (request, _response, next) => {
    const rest = request.url.slice(basePath.length);
    if (request.url.startsWith(basePath) && /^(?:[/?]|$)/u.test(rest)) {
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    next();
  };
}
