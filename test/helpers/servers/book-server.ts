import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildEpub } from '../epub-builder.ts';
import { shortBook } from '../small-book.ts';

/** A running server of books, good and bad. */
export interface BookServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly status: number;
  }[];
}

const page = '<!doctype html><html><head><title>Not here</title></head><body><p>Log in to go on.</p></body></html>';

/** Starts a server whose paths say what they answer. */
export async function startBookServer(): Promise<BookServer> {
  const epub = await buildEpub(shortBook);
  const requests: { path: string; headers: IncomingHttpHeaders; status: number }[] = [];
  let flaky = 0;
  const answers: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
    '/small.epub': ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === '"one"';
      response.writeHead(isKnown ? 304 : 200, { etag: '"one"', 'content-type': 'application/epub+zip' });
      response.end(isKnown ? undefined : epub);
    },
    '/download': (_, response) => {
      response.setHeader('content-disposition', `attachment; filename="x"; filename*=UTF-8''The%20Small%2FBook.epub`);
      response.end(epub);
    },
    '/article/': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<html><head><title>The Quay</title></head><body><h1>The Quay</h1><p>${'It rained. '.repeat(90)}</p></body></html>`,
      );
    },
    '/moved': (_, response) => void response.writeHead(302, { location: '/small.epub' }).end(),
    '/loop': (_, response) => void response.writeHead(302, { location: '/loop' }).end(),
    '/to-file': (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/gone.epub': (_, response) => void response.writeHead(404).end(page),
    '/login.epub': (_, response) => void response.writeHead(200, { 'content-type': 'application/epub+zip' }).end(page),
    '/endless.txt': (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('It rained and rained. '.repeat(1000)));
      };
      response.on('drain', more);
      more();
    },
    '/promised.txt': (_, response) => response.writeHead(200, { 'content-length': '999999999' }).flushHeaders(),
    '/silent.txt': (_, response) => response.writeHead(200).flushHeaders(),
    '/flaky.epub': (_, response) => {
      flaky += 1;
      if (flaky === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else response.end(epub);
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.on('finish', () => void requests.push({ path, headers: request.headers, status: response.statusCode }));
    const answer = answers[path.split('?', 1)[0] ?? ''];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
