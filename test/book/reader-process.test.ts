import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../src/book/read-limits.ts';
import { startReader, startReaderEarly } from '../../src/book/reader-process.ts';

describe('a reader that is started early', () => {
  it('reads the next book, and no other', async () => {
    const early = await startReaderEarly();
    expect(await startReaderEarly()).toBe(early);
    await using first = await startReader(limitsOf({}));
    await using second = await startReader(limitsOf({}));
    expect(first.process).toBe(early);
    expect(second.process.pid).not.toBe(first.process.pid);
  });

  it('is killed for a book with other limits', async () => {
    const early = await startReaderEarly();
    if (!early) throw new Error('no process');
    const ended = once(early, 'exit');
    await using reader = await startReader(limitsOf({ ocr: true }));
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
    await using reader = await startReader(limitsOf({}));
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
