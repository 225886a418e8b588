import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { endEarlyReader, readInAdvance, startReader, startReaderEarly } from '../../src/book/reader-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

afterEach(endEarlyReader);

const request = { file: 'book.epub', choices: {} };

describe('a reader that is started early', () => {
  it('reads the next book, and no other', async () => {
    const early = await startReaderEarly();
    expect(await startReaderEarly()).toBe(early);
    await using first = await startReader(request);
    await using second = await startReader(request);
    expect(first.process).toBe(early);
    expect(second.process.pid).not.toBe(first.process.pid);
  });

  it('is killed for a book with other limits', async () => {
    const early = await startReaderEarly();
    if (!early) throw new Error('no process');
    const ended = once(early, 'exit');
    await using reader = await startReader({ file: 'book.epub', choices: { ocr: true } });
    expect(reader.process).not.toBe(early);
    expect(reader.process.spawnargs.join(' ')).toContain('--max-old-space-size=1200');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('is replaced when it has ended', async () => {
    const early = await startReaderEarly();
    if (!early) throw new Error('no process');
    const ended = once(early, 'exit');
    early.kill('SIGKILL');
    await ended;
    await using reader = await startReader(request);
    expect(reader.process).not.toBe(early);
    expect(reader.process.connected).toBe(true);
  });

  it('ends with the program, which does not wait for it', async () => {
    const early = await startReaderEarly();
    if (!early) throw new Error('no process');
    const ended = once(early, 'exit');
    early.ref();
    early.disconnect();
    expect(await ended).toEqual([0, null]);
    const module = pathToFileURL(path.resolve('build/book/reader-process.js')).href;
    const script = `import { startReaderEarly } from ${JSON.stringify(module)}; console.log((await startReaderEarly()).pid > 0);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe('true\n');
  });
});

/** Lets the process that was started early read a text, and returns its file and that process. */
async function advance(): Promise<{ readonly file: string; readonly early: ChildProcess }> {
  const file = path.join(await temporaryFolder(), 'book.txt');
  await writeFile(file, '# One\n\nIt rained.\n');
  const early = await startReaderEarly();
  if (!early) throw new Error('no process');
  await readInAdvance(file);
  return { file, early };
}

describe('a book that is read in advance', () => {
  const { signal } = new AbortController();

  it('is taken while it is read', async () => {
    const { file, early } = await advance();
    await using reader = await startReader({ file, choices: {} });
    expect(reader.process).toBe(early);
    expect(reader.isAsked).toBe(true);
  });

  it('is taken when it has been read', async () => {
    const { file, early } = await advance();
    await once(early, 'exit');
    await using reader = await startReader({ file, choices: { notes: 'skip', keepsSource: false } });
    expect(reader.process).toBe(early);
    expect(reader.answer?.book?.chapters.length).toBe(1);
  });

  it('is the book that is read otherwise', async () => {
    const { file, early } = await advance();
    await once(early, 'exit');
    const book = await readBook(file, { signal });
    expect(await startReaderEarly()).not.toBe(early);
    expect(book).toEqual(await readBook(file, { signal }));
    expect(JSON.stringify(book)).toContain('It rained.');
  });

  it('is read again with other choices', async () => {
    const { file, early } = await advance();
    const ended = once(early, 'exit');
    await using reader = await startReader({ file, choices: { notes: 'end' } });
    expect(reader.process).not.toBe(early);
    expect(reader.isAsked).toBe(false);
    await ended;
  });

  it('is read again when its file has changed', async () => {
    const { file, early } = await advance();
    await once(early, 'exit');
    await appendFile(file, '\nThen the sun shone.\n');
    expect(JSON.stringify(await readBook(file, { signal }))).toContain('Then the sun shone.');
  });

  it('is read again when the process was killed meanwhile', async () => {
    const { file, early } = await advance();
    const ended = once(early, 'exit');
    early.kill('SIGKILL');
    await ended;
    expect(JSON.stringify(await readBook(file, { signal }))).toContain('It rained.');
  });

  it('fails as it would otherwise', async () => {
    const file = path.join(await temporaryFolder(), 'book.epub');
    await writeFile(file, 'PK\u0003\u0004 no zip');
    const early = await startReaderEarly();
    if (!early) throw new Error('no process');
    await readInAdvance(file);
    const [answer] = await once(early, 'message');
    expect(answer).toMatchObject({ failure: { code: 'book-damaged' } });
    await expect(readBook(file, { signal })).rejects.toMatchObject({ code: 'book-damaged' });
    expect(await startReaderEarly()).not.toBe(early);
  });

  it('is waited for once it is taken', async () => {
    const { file } = await advance();
    const [reading, processes] = ['read-book', 'reader-process'].map((name) =>
      JSON.stringify(pathToFileURL(path.resolve(`build/book/${name}.js`)).href),
    );
    const script = `
      import { readBook } from ${reading};
      import { readInAdvance, startReaderEarly } from ${processes};
      const early = await startReaderEarly();
      await readInAdvance(${JSON.stringify(file)});
      early.ref();
      early.once('message', async () => {
        early.unref();
        const { signal } = new AbortController();
        console.log((await readBook(${JSON.stringify(file)}, { signal })).chapters.length);
      });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe('1\n');
  });
});
