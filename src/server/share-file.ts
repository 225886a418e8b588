import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';
import { AudiobookError } from '../core/errors.ts';
import { attachment } from './http/attachment.ts';
import { closeServer, startListening } from './listening.ts';
import { mediaTypeOf } from './jobs/media-type.ts';

/** Options of `shareFile`. */
export interface ShareOptions {
  readonly file: string;
  /** Address of this machine that others reach. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Longest time in which nobody fetches a part of it, in milliseconds. */
  readonly idleMs: number;
  /** Stops it. */
  readonly signal: AbortSignal;
  /** Called with the address of the file once it can be fetched. */
  readonly onListening: (url: string) => void;
  /** Called with the address of each machine that begins to fetch it. */
  readonly onFetch: (from: string) => void;
}

/** Nobody guesses the address. */
const keyBytes = 16;

/**
 * Serves one file at an address that nobody guesses, until every byte of it was fetched, and returns `true`; `false` when nobody fetched anything for
 * `idleMs`. Throws `file-not-found`, `bad-value` for a folder or an address that cannot be listened on, and the reason of the signal.
 */
export async function shareFile(options: ShareOptions): Promise<boolean> {
  const { file, idleMs, signal, onListening, onFetch } = options;
  const bytes = await sizeOf(file);
  const place = `/${randomBytes(keyBytes).toString('base64url')}/${encodeURIComponent(path.basename(file))}`;
  const sent = new SentBytes(bytes);
  const ended = new AbortController();
  const idle = setTimeout(() => ended.abort(), idleMs);
  const seen = new Set<string>();
  const app = express().disable('x-powered-by');
  app.get('/{*path}', (request, response) => {
    // Compared as it was sent: nothing in it is decoded.
    if (request.path !== place) return void response.status(404).end();
    const { remoteAddress: from = '' } = request.socket;
    idle.refresh();
    if (!seen.has(from)) onFetch(from);
    seen.add(from);
    response.on('finish', () => {
      if (request.method === 'GET') sent.add(response);
      if (sent.isWhole) ended.abort();
    });
    response.setTimeout(idleMs, () => response.destroy());
    response.set({ 'Content-Type': mediaTypeOf(file), 'Content-Disposition': attachment(path.basename(file)) });
    response.sendFile(path.resolve(file), { dotfiles: 'allow', cacheControl: false });
  });
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy();
    else response.status(404).end();
  });
  const server = createServer(app);
  try {
    onListening(`${await startListening(server, options)}${place}`);
    const ending = AbortSignal.any([signal, ended.signal]);
    // A signal that came before is not sent again.
    if (!ending.aborted) await once(ending, 'abort');
    signal.throwIfAborted();
    return sent.isWhole;
  } finally {
    clearTimeout(idle);
    await closeServer(server);
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new AudiobookError('file-not-found', `There is no file ${file}.`);
  if (!found.isFile() || found.size === 0)
    throw new AudiobookError(
      'bad-value',
      `${file} is no file with something in it. Name an audiobook, such as book.m4b.`,
    );
  return found.size;
}

/** The bytes of a file that were sent, in ranges as players ask for them. */
class SentBytes {
  readonly #bytes: number;
  #ranges: readonly (readonly [from: number, to: number])[] = [];

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Adds those of a response that is over. */
  add(response: Response): void {
    const [, from = '0', last = ''] = /^bytes (\d+)-(\d+)\//u.exec(response.get('Content-Range') ?? '') ?? [];
    if (response.statusCode === 200) this.#ranges = [[0, this.#bytes]];
    else if (response.statusCode === 206) this.#ranges = [...this.#ranges, [Number(from), Number(last) + 1]];
  }

  get isWhole(): boolean {
    let end = 0;
    for (const [from, to] of this.#ranges.toSorted(([a], [b]) => a - b)) if (from <= end) end = Math.max(end, to);
    return end >= this.#bytes;
  }
}
