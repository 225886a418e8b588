import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * What goes wrong with a request: `busy` answers 503, `silent` never answers, `cut` closes in the middle of the content, `stall`
 * stops in the middle of it, `slow` answers late.
 */
export type S3Fault = 'busy' | 'silent' | 'cut' | 'stall' | 'slow';

/** A slow answer comes after this time, in milliseconds. */
const slowMs = 500;

/** Options of `startS3Double`. */
export interface S3DoubleOptions {
  /** Whether the store knows `If-None-Match`, or answers 501. Default: it does. */
  readonly isConditional?: boolean | undefined;
  /** Returns what goes wrong with a request, counted from 0. */
  fault?: ((request: number, method: string) => S3Fault | undefined) | undefined;
}

/** A running store. */
export interface S3Double extends AsyncDisposable {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Methods and paths of the requests, in order. */
  readonly requests: readonly string[];
}

/** Starts a small S3 store with the bucket `books`, which does what the store of the registry does not: conditional writes and faults. */
export async function startS3Double(options: S3DoubleOptions = {}): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const number = requests.push(`${request.method} ${request.url}`) - 1;
    const fault = options.fault?.(number, request.method ?? '');
    void serve({ request, response, fault, objects, isConditional: options.isConditional ?? true });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    objects,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: S3Fault | undefined;
  readonly objects: Map<string, Buffer>;
  readonly isConditional: boolean;
}

async function serve(exchange: Exchange): Promise<void> {
  const { request, response, fault, objects } = exchange;
  const body = await buffer(request).catch(() => undefined);
  if (body === undefined || fault === 'silent') return;
  if (fault === 'slow') await delay(slowMs);
  if (fault === 'busy') return refuse(response, 503, 'SlowDown');
  const [, bucket, ...names] = new URL(request.url ?? '', 'http://host').pathname.split('/');
  const key = names.join('/');
  if (bucket !== 'books') return refuse(response, 404, 'NoSuchBucket');
  if (request.method === 'PUT') return put(exchange, key, body);
  if (request.method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  if (key === '' && request.method === 'HEAD') {
    response.end();
    return;
  }
  if (key === '') return list(exchange);
  return get(exchange, objects.get(key));
}

function put({ request, response, objects, isConditional }: Exchange, key: string, body: Buffer): void {
  if (request.headers['if-none-match'] === '*') {
    if (!isConditional) return refuse(response, 501, 'NotImplemented');
    if (objects.has(key)) return refuse(response, 412, 'PreconditionFailed');
  }
  objects.set(key, body);
  response.writeHead(200, { etag: etagOf(body) }).end();
}

function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}

function get({ request, response, fault }: Exchange, found: Buffer | undefined): void {
  if (found === undefined) return refuse(response, 404, 'NoSuchKey');
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '') ?? [];
  if (Number(from) > 0 && Number(from) >= found.length) return refuse(response, 416, 'InvalidRange');
  const part = found.subarray(Number(from), to === '' ? found.length : Number(to) + 1);
  const isPart = request.headers.range !== undefined;
  response.writeHead(isPart ? 206 : 200, {
    'content-length': part.length,
    etag: etagOf(found),
    'last-modified': new Date().toUTCString(),
    ...(isPart && { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${found.length}` }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const isBroken = fault === 'cut' || fault === 'stall';
  response.write(isBroken ? part.subarray(0, part.length / 2) : part, () => {
    if (fault === 'cut') response.destroy();
    else if (!isBroken) response.end();
  });
}

function list({ request, response, objects }: Exchange): void {
  const prefix = new URL(request.url ?? '', 'http://host').searchParams.get('prefix') ?? '';
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, bytes]) => {
      const changed = new Date().toISOString();
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${changed}</LastModified></Contents>`;
    });
  const xml = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    response.req.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code} here.</Message></Error>`,
  );
}
