import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { chmod, mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSource } from '../../src/pipeline/read/read-source.ts';
import type { SourceRequest } from '../../src/pipeline/read/read-source.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { scannedPdf } from '../helpers/scanned-pdf.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { bookForm, post, startService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

/** Returns a function that counts the processes that were started to read books since its last call. */
function countReaders(): () => number {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return () => started.splice(0).filter(({ spawnargs }) => spawnargs.join(' ').includes('reader-worker')).length;
}

/** Returns the books of a store. */
async function booksIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, 'books'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.book')).map((name) => path.join('books', name));
}

/** Returns a folder with a book, and a function that reads it through the store. */
async function reading() {
  const folder = await temporaryFolder();
  const storedBooks = path.join(folder, 'segments');
  const readers = countReaders();
  const names = async () => await booksIn(storedBooks);
  const read = async (bookFile: string, request: Partial<SourceRequest> = {}) => {
    const book = await readSource({ bookFile, storedBooks, ...request }, signal);
    return { book, readers: readers() };
  };
  return { folder, storedBooks, names, read };
}

describe('a book that was read before', () => {
  it('is shown, planned and converted without a reader, with the same words and warnings', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const readers = countReaders();
    const run = async (...argv: readonly string[]) => {
      const result = await inProcessCli(argv, {
        folder,
        environment: { TTS_PROVIDER: 'embedded' },
        hasOwnReadings: true,
      });
      return { ...result, readers: readers() };
    };
    const first = await run('chapters', 'small.epub', '--json');
    expect(first).toMatchObject({ code: 0, readers: 1 });
    expect(await run('chapters', 'small.epub', '--json')).toEqual({ ...first, readers: 0 });
    expect(await run('plan', 'small.epub', '--json')).toMatchObject({ code: 0, readers: 0 });
    const convert = ['convert', 'small.epub', '--voice', 'flite:slt', '-o', 'book.wav', '-q'];
    expect(await run(...convert)).toMatchObject({ code: 0, readers: 0 });
    expect(await run(...convert, '--fresh')).toMatchObject({ code: 0, readers: 1 });
    const kinds = JSON.parse((await run('cache', '--json')).stdout).kinds as readonly {
      kind: string;
      files: number;
    }[];
    expect(kinds.find(({ kind }) => kind === 'books')).toMatchObject({ files: 1 });
    expect(await run('cache', 'clear', '--yes')).toMatchObject({ code: 0 });
    expect(await booksIn(path.join(folder, 'cache', 'segments'))).toEqual([]);
  });

  it('is the same book, with its warnings and its cover', async () => {
    const { read, folder } = await reading();
    const french = `<p>${'Il faisait nuit, et personne ne marchait plus dans la rue de la vieille ville. '.repeat(20)}</p>`;
    const file = await writeBook(folder, {
      ...smallBook,
      documents: [{ path: 'one.xhtml', title: 'Nuit', body: french }],
      cover: { bytes: tinyPng },
    });
    const first = await read(file, { keepsSource: true });
    expect(first.readers).toBe(1);
    expect(first.book.warnings).toEqual([expect.stringContaining("text is in 'fr'")]);
    expect(first.book.cover?.bytes.length).toBeGreaterThan(0);
    expect(await read(file, { keepsSource: true })).toEqual({ book: first.book, readers: 0 });
  });

  it('is read again with another choice, another byte or another name', async () => {
    const { read, folder, names } = await reading();
    const file = path.join(folder, 'tale.txt');
    await writeFile(file, 'It was late.\n\nThe mill stood still.\n');
    expect(await read(file)).toMatchObject({ readers: 1 });
    expect(await read(file, { notes: 'skip', exclude: undefined, ocr: false })).toMatchObject({ readers: 0 });
    expect(await read(file, { splitBy: 'headings' })).toMatchObject({ readers: 1 });
    expect(await read(file, { keepsSource: true })).toMatchObject({ readers: 1 });
    await writeFile(file, 'It was late.\n\nThe mill stood stiff.\n');
    const changed = await read(file);
    expect(changed.readers).toBe(1);
    expect(JSON.stringify(changed.book)).toContain('stiff');
    const renamed = path.join(folder, 'fable.txt');
    await writeFile(renamed, await readFile(file));
    expect((await read(renamed)).book.metadata.title).not.toBe(changed.book.metadata.title);
    expect(await names()).toHaveLength(5);
  });

  it('is read again when what is stored is damaged, which is then mended', async () => {
    const { read, folder, names, storedBooks } = await reading();
    const file = path.join(folder, 'tale.txt');
    await writeFile(file, 'It was late.\n\nThe mill stood still.\n');
    const { book } = await read(file);
    const [name = ''] = await names();
    const stored = path.join(storedBooks, name);
    const whole = await readFile(stored);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 20] = (whole[whole.length - 20] ?? 0) ^ 1;
    for (const damaged of [flipped, Buffer.alloc(0)]) {
      await writeFile(stored, damaged);
      expect(await read(file)).toEqual({ book, readers: 1 });
      expect(await readFile(stored)).toEqual(whole);
    }
    expect(await read(file)).toEqual({ book, readers: 0 });
  });

  it('of several files is read again when one of them changed', async () => {
    const { read, folder } = await reading();
    const files = ['one.txt', 'two.txt'].map((name) => path.join(folder, name));
    for (const file of files) await writeFile(file, 'The same words are in both of them.\n');
    const [bookFile = '', second = ''] = files;
    const request = { oneBook: { title: 'Both', files } };
    expect(await read(bookFile, request)).toMatchObject({ readers: 2 });
    expect(await read(bookFile, request)).toMatchObject({ readers: 0 });
    await writeFile(second, 'Other words are in the second of them.\n');
    expect(await read(bookFile, request)).toMatchObject({ readers: 2 });
  });
});

describe('what is stored of a book', () => {
  it.skipIf(process.platform === 'win32')('can be read by the user alone', async () => {
    const { read, folder, names, storedBooks } = await reading();
    await read(await writeBook(folder));
    const [name = ''] = await names();
    expect((await stat(path.join(storedBooks, 'books'))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(storedBooks, name))).mode & 0o777).toBe(0o600);
  });

  it('is nothing when there is a password', async () => {
    const { read, folder, names } = await reading();
    const file = await writeBook(folder);
    for (const _ of [1, 2]) expect(await read(file, { password: 'openpassword' })).toMatchObject({ readers: 1 });
    expect(await names()).toEqual([]);
  });

  it('is nothing when the store cannot be written', async () => {
    const { read, folder } = await reading();
    const file = await writeBook(folder);
    await writeFile(path.join(folder, 'segments'), 'a file in the way');
    expect(await read(file)).toMatchObject({ readers: 1 });
  });

  it('is nothing in the service', async () => {
    await using service = await startService({ settings: { TTS_PROVIDER: 'embedded' } });
    expect((await post(`${service.url}/plan`, await bookForm({}))).status).toBe(200);
    const made = await readdir(service.cacheFolder, { recursive: true });
    expect(made.filter((name) => name.endsWith('.book'))).toEqual([]);
  });

  it('is at most 500 MB of books, of which the ones that were used last stay', async () => {
    const { read, folder, names, storedBooks } = await reading();
    const old = path.join(storedBooks, 'books', '1', 'ab');
    await mkdir(old, { recursive: true });
    for (const [index, bytes] of [300e6, 200e6].entries()) {
      const file = path.join(old, `${String(index).padStart(62, '0')}.book`);
      await writeFile(file, '');
      await truncate(file, bytes);
      await utimes(file, 1000 + index, 1000 + index);
    }
    await read(await writeBook(folder));
    const left = await names();
    expect(left).toHaveLength(2);
    expect(left).toContain(path.join('books', '1', 'ab', `${'1'.padStart(62, '0')}.book`));
  });
});

describe.skipIf(process.platform === 'win32')('text recognition of a book that was read before', () => {
  it('is not done again until its program changes, and pages without an answer are asked for again', async () => {
    const { read, folder } = await reading();
    const asked = path.join(folder, 'asked');
    const install = async (version: string, answer: string): Promise<void> => {
      const script = `#!/bin/sh
case "$1" in
  --version) echo 'tesseract ${version}' ;;
  --list-langs) printf 'List (1):\\neng\\n' ;;
  *) echo page >> '${asked}'; cat > /dev/null; ${answer} ;;
esac
`;
      await writeFile(path.join(folder, 'tesseract'), script);
      await chmod(path.join(folder, 'tesseract'), 0o755);
    };
    const pages = async () => (await readFile(asked, 'utf8').catch(() => '')).split('\n').length - 1;
    const lines = Array.from({ length: 12 }, (_, line) => ({ x: 90, y: 100 + 30 * line, text: 'A light was moving.' }));
    const file = path.join(folder, 'scan.pdf');
    await writeFile(file, await scannedPdf({ pages: [{ texts: lines }, { texts: lines }], typed: [1] }));
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`);
    onTestFinished(() => void vi.unstubAllEnvs());

    await install('1', 'exit 1');
    await read(file, { ocr: true });
    expect(await pages()).toBe(1);
    await read(file, { ocr: true });
    expect(await pages()).toBe(2);
    const word = `<span class="ocrx_word" title="bbox 300 300 900 340; x_wconf 95">Harbour</span>`;
    const line = `<span class="ocr_line" title="bbox 300 300 900 340; baseline 0 0; x_size 40">${word}</span>`;
    await install('1', `echo '<p class="ocr_par">${line}</p>'`);
    const first = await read(file, { ocr: true });
    expect(await pages()).toBe(3);
    expect(await read(file, { ocr: true })).toEqual({ book: first.book, readers: 0 });
    expect(await pages()).toBe(3);
    await install('2', `echo '<p class="ocr_par">${line}</p>'`);
    await read(file, { ocr: true });
    expect(await pages()).toBe(4);
  });
});
