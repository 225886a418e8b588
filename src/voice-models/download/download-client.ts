import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { followRedirects, maxRedirects } from '../../core/http/follow-redirects.ts';
import { openDispatcher } from '../../core/http/open-dispatcher.ts';
import { isLoopback } from '../../core/http/is-loopback.ts';
import { connectionReason, retryAfter } from '../../core/http/failed-response.ts';
import type { Settings } from '../../core/settings.ts';
import { downloadHosts } from '../catalog.ts';
import type { ModelSource } from './model-sources.ts';

/** A part of a file that is being read. */
export interface OpenedFile {
  readonly body: AsyncIterable<Uint8Array>;
  /** Position of its first byte in the file: what was asked for, or 0 where a server sends only whole files. */
  readonly start: number;
  /** Size of the whole file in bytes, where it is known. */
  readonly size?: number | undefined;
}

/** The part of a file to read. */
export interface OpenRequest {
  readonly start: number;
  readonly signal: AbortSignal;
}

/** Reads files from servers and folders. */
export interface DownloadClient extends AsyncDisposable {
  /**
   * Opens the first of the sources that has the file. Throws `download-failed`, retryable when the same request can succeed
   * later, and `file-not-found` when no folder has the file.
   */
  open(sources: readonly ModelSource[], request: OpenRequest): Promise<OpenedFile>;
}

/** Returns a client that honours the settings of proxies. `undici` is loaded at the first request. */
export function downloadClient(settings: Settings): DownloadClient {
  let dispatcher: Promise<Dispatcher> | undefined;
  const get = async (url: URL, { start, signal }: OpenRequest): Promise<Dispatcher.ResponseData> => {
    dispatcher ??= openDispatcher(settings);
    const headers = {
      'accept-encoding': 'identity',
      ...(start > 0 && { range: `bytes=${start}-` }),
    };
    const { request } = await import('undici');
    return await request(url, { dispatcher: await dispatcher, headers, signal });
  };
  return {
    async open(sources, request) {
      for (const source of sources) {
        const opened = await (source.kind === 'file' ? openFile(source.file, request) : follow(source, request, get));
        if (opened) return opened;
      }
      throw missing(sources);
    },
    async [Symbol.asyncDispose]() {
      const opened = await dispatcher?.catch(() => undefined);
      await opened?.destroy();
    },
  };
}

async function openFile(file: string, { start, signal }: OpenRequest): Promise<OpenedFile | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return { body: createReadStream(file, { start, signal }), start, size: found.size };
}

type AddressSource = Extract<ModelSource, { kind: 'address' }>;

/** Returns the file, or undefined when the server does not have it. */
async function follow(
  source: AddressSource,
  request: OpenRequest,
  get: (url: URL, request: OpenRequest) => Promise<Dispatcher.ResponseData>,
): Promise<OpenedFile | undefined> {
  const found = await followRedirects(source.url, async (url) => {
    requireSafe(url, source);
    const answer = await get(url, request).catch((thrown: unknown) => {
      if (request.signal.aborted) throw canceled(request.signal);
      throw broken(url, thrown);
    });
    const { statusCode: status } = answer;
    return { answer, status, location: headersOf(answer).get('location'), discard: async () => await discard(answer) };
  });
  if (found) return await readResponse(found.answer, found.url, request);
  throw failed(`Cannot download from ${source.url.host}: more than ${maxRedirects} redirects.`);
}

/** Sums protect the content. This keeps a download from being sent elsewhere or over a connection that others can read. */
function requireSafe(url: URL, { url: first, isMirror }: AddressSource): void {
  const isSafe = url.protocol === 'https:' || isMirror || isLoopback(url.hostname);
  if (url.origin === first.origin && isSafe) return;
  const isKnown = downloadHosts.some((host) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  );
  if (url.protocol === 'https:' && (isKnown || isMirror)) return;
  throw failed(
    `Cannot download from ${first.host}: it redirects to ${url.origin}, which is not an address of the catalogue.`,
  );
}

async function readResponse(
  response: Dispatcher.ResponseData,
  url: URL,
  { start, signal }: OpenRequest,
): Promise<OpenedFile | undefined> {
  const { statusCode } = response;
  const headers = headersOf(response);
  const content = contentOf(statusCode, headers);
  if (content) return { body: bodyOf(response.body, url, signal), ...content };
  await discard(response);
  if (statusCode === 404 || statusCode === 410) return undefined;
  // The part is longer than the file of this version: the file is asked for from its beginning.
  const isLonger = statusCode === 416 && start > 0;
  if (isLonger) return { body: Readable.from([]), start: 0 };
  throw new AudiobookError('download-failed', `Cannot download from ${url.host}: status ${statusCode}.`, {
    retryable: statusCode === 408 || statusCode === 429 || statusCode >= 500,
    retryAfterMs: retryAfter(headers),
  });
}

function headersOf({ headers }: Dispatcher.ResponseData): Headers {
  return new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
}

/** Returns which part of the file a response holds, or undefined when it holds none. */
function contentOf(statusCode: number, headers: Headers): Pick<OpenedFile, 'start' | 'size'> | undefined {
  if (statusCode === 200) return { start: 0, size: numberIn(headers.get('content-length')) };
  const range = /^bytes (?<start>\d+)-\d+\/(?<size>\d+|\*)$/u.exec(headers.get('content-range') ?? '')?.groups;
  if (statusCode !== 206 || !range) return undefined;
  return { start: Number(range['start']), size: numberIn(range['size']) };
}

function numberIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\d+$/u.test(text) ? Number(text) : undefined;
}

async function* bodyOf(body: AsyncIterable<Uint8Array>, url: URL, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    if (signal.aborted) throw canceled(signal);
    throw broken(url, thrown);
  }
}

/** The connection of a body that is not read would stay in use. */
async function discard({ body }: Dispatcher.ResponseData): Promise<void> {
  await body.dump({ limit: 100_000 }).catch(() => undefined);
}

function broken(url: URL, cause: unknown): AudiobookError {
  if (cause instanceof AudiobookError) return cause;
  const message = `Cannot download from ${url.host}: ${connectionReason(cause)}. Without internet, set AUDIOBOOK_MODEL_MIRROR; behind a proxy, HTTPS_PROXY.`;
  return new AudiobookError('download-failed', message, { retryable: true, cause });
}

function failed(message: string): AudiobookError {
  return new AudiobookError('download-failed', message);
}

function missing(sources: readonly ModelSource[]): AudiobookError {
  const places = sources.map((source) => (source.kind === 'file' ? source.file : source.url.href)).join(' or ');
  if (sources.every(({ kind }) => kind === 'file')) {
    return new AudiobookError('file-not-found', `The mirror has no file ${places}.`);
  }
  return failed(`There is no file at ${places}.`);
}
