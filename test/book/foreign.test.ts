import { once } from 'node:events';
import { readdir, writeFile, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { runProgram } from '../../src/core/process/run-program.ts';
import type { BookChoices } from '../../src/book/book-choices.ts';
import type { Book } from '../../src/core/book.ts';
import { isProcessRunning } from '../helpers/is-process-running.ts';
import { mobi, standInCalibre } from '../helpers/stand-in-calibre.ts';
import type { StandInCalibre } from '../helpers/stand-in-calibre.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

interface Place {
  readonly folder: string;
  readonly calibre: StandInCalibre;
  readonly read: (name: string, bytes: Uint8Array, choices?: BookChoices, signal?: AbortSignal) => Promise<Book>;
  /** What is left in the temporary folder. */
  readonly left: () => Promise<readonly string[]>;
}

async function place(): Promise<Place> {
  const folder = await temporaryFolder();
  const calibre = await standInCalibre(folder);
  const temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  vi.stubEnv('PATH', calibre.path);
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('OPENAI_API_KEY', 'sk-secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  return {
    folder,
    calibre,
    read: async (name, bytes, choices = {}, given = signal) => {
      const file = path.join(folder, name);
      await writeFile(file, bytes);
      return await readBook(file, { ebookConvert: true, ...choices, signal: given });
    },
    left: async () => await readdir(temporary),
  };
}

describe('a book of another kind, where calibre may convert it', () => {
  it.each([
    ['-o.mobi', mobi(''), 'mobi'],
    ['$(touch x) `y`; "z".azw3', mobi(''), 'mobi'],
    ['wrong.epub', Buffer.from(String.raw`{\rtf1\ansi Some text.}`), 'rtf'],
    ['sony.lrf', Buffer.from('L\0R\0F\0 more'), 'lrf'],
    ['comic.cbr', Buffer.from('Rar!\u001A\u0007 more'), 'cbr'],
  ])('is read as the EPUB that is made of it: %s', async (name, bytes, extension) => {
    const { calibre, read, left } = await place();
    const { metadata, chapters } = await read(name, bytes);
    expect([metadata.title, chapters.map(({ title }) => title)]).toEqual(['The Small Book', ['Morning']]);
    const [run] = await calibre.runs();
    const [args, env] = [run?.args ?? [], run?.env ?? {}];
    expect(args.map((word) => path.basename(word))).toEqual([
      `book.${extension}`,
      'book.epub',
      '--no-default-epub-cover',
    ]);
    expect(path.isAbsolute(args[0] ?? '')).toBe(true);
    expect(env).not.toHaveProperty('OPENAI_API_KEY');
    expect(env['HOME']).toBe(path.dirname(args[0] ?? ''));
    expect(await left()).toEqual([]);
  });

  it('has no places in its file, for a read-along', async () => {
    const { read } = await place();
    const { chapters } = await read('book.mobi', mobi(''), { keepsSource: true });
    expect(chapters.flatMap(({ blocks }) => blocks.filter((block) => block.source))).toEqual([]);
  });

  it.each([
    [
      'FAIL',
      'book-damaged',
      'ebook-convert cannot convert the book: calibre.ebooks.ConversionError: Bad record in book.mobi.',
    ],
    ['DRM', 'book-drm', 'The book is protected (DRM) and cannot be converted.'],
    ['NOTHING', 'book-damaged', 'ebook-convert cannot convert the book: it made no book.'],
  ])('is refused when the program fails: %s', async (does, code, message) => {
    const { read, left } = await place();
    await expect(read('book.mobi', mobi(does))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(await left()).toEqual([]);
  });

  it('is refused when the program takes too long or writes too much, and nothing of it goes on', async () => {
    const { calibre, read, left } = await place();
    await expect(read('book.mobi', mobi('HANG'), { limits: { wallSeconds: 1 } })).rejects.toMatchObject({
      code: 'book-too-large',
      message: 'The book exceeds a limit: time for its conversion, at most 1 seconds.',
    });
    await expect(read('book.mobi', mobi('HUGE'), { limits: { totalBytes: 1e6 } })).rejects.toMatchObject({
      code: 'book-too-large',
      message: 'The book exceeds a limit: size of the converted book, at most 1,000,000 bytes.',
    });
    const pids = (await calibre.runs()).flatMap((run) => run.pids);
    expect(pids).toHaveLength(3);
    await vi.waitFor(() => expect(pids.filter(isProcessRunning)).toEqual([]), { timeout: 10_000 });
    expect(await left()).toEqual([]);
  });

  it('ends with its programs when it is canceled', async () => {
    const { calibre, read, left } = await place();
    const controller = new AbortController();
    const reading = read('book.mobi', mobi('HANG'), {}, controller.signal);
    const ended = reading.catch((thrown: unknown) => thrown);
    await vi.waitFor(async () => expect(await calibre.runs()).toHaveLength(1), { timeout: 10_000 });
    controller.abort();
    expect(await ended).toMatchObject({ code: 'canceled' });
    const [run] = await calibre.runs();
    const pids = run?.pids ?? [];
    await vi.waitFor(() => expect(pids.filter(isProcessRunning)).toEqual([]), { timeout: 10_000 });
    expect(await left()).toEqual([]);
  });

  it('reaches nothing over the network, where the system can forbid it', async ({ skip }) => {
    const mayForbid = await runProgram('unshare', ['--map-root-user', '--net', '--', 'true']).catch(() => undefined);
    skip(!mayForbid, 'unshare');
    const server = createServer((socket) => void socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { calibre, read } = await place();
    await read('book.mobi', mobi(`NETWORK ${(server.address() as AddressInfo).port} `));
    expect(await calibre.runs()).toMatchObject([{ reached: false }]);
  });

  it('is refused with the command to run where calibre is missing or does not read its kind', async () => {
    const { read } = await place();
    vi.stubEnv('PATH', '/nonexistent');
    const message = 'which is not read. Convert it with calibre: ebook-convert book.mobi book.epub';
    const refusal = { code: 'book-unsupported', message: expect.stringContaining(message) };
    await expect(read('book.mobi', mobi(''))).rejects.toMatchObject(refusal);
    const { read: readWith } = await place();
    await expect(readWith('book.kfx', Buffer.from('CONT\u0002\u0000'))).rejects.toMatchObject({
      code: 'book-unsupported',
    });
    await expect(readWith('book.mobi', mobi(''), { ebookConvert: false })).rejects.toMatchObject(refusal);
  });
});
