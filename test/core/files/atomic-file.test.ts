import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openAtomicFile, openTemporaryFolder, writeFileAtomic } from '../../../src/core/files/atomic-file.ts';
import { processIdentity } from '../../../src/core/process/process-alive.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** No process has it: above the highest number that Linux gives. */
const deadPid = 99_999_999;

async function list(folder: string): Promise<string[]> {
  return (await readdir(folder)).toSorted();
}

describe('openAtomicFile', () => {
  it('writes under a hidden name until it is committed', async () => {
    const folder = await temporaryFolder();
    const target = path.join(folder, 'book.mp3');
    await writeFile(target, 'old');
    await using file = await openAtomicFile(target, { mode: 0o600 });
    await writeFile(file.path, 'new');
    expect(await readFile(target, 'utf8')).toBe('old');
    expect(path.basename(file.path)).toMatch(/^\.book\.mp3\.\d+-[0-9a-f]+-[0-9a-f]+\.part$/u);
    await file.commit();
    expect(await readFile(target, 'utf8')).toBe('new');
    expect(await list(folder)).toEqual(['book.mp3']);
    expect((await stat(target)).mode & 0o777).toBe(0o600);
  });

  it('deletes what a dead process left of the same file and nothing else', async () => {
    const folder = await temporaryFolder();
    const [pid, start] = processIdentity().split('-');
    const alive = [`.book.mp3.${pid}-00aa11bb22cc.part`, `.book.mp3.${pid}-${start}-00aa11bb22cc.part`];
    const foreign = [`.other.mp3.${deadPid}-00aa11bb22cc.part`, '.book.mp3.notes.part', '.book.mp3.-00aa.part'];
    const stale = [`.book.mp3.${deadPid}-00aa11bb22cc.part`, `.book.mp3.${deadPid}-123456abcdef-00aa11bb22cc.part`];
    for (const name of [...alive, ...foreign, ...stale]) await writeFile(path.join(folder, name), 'x');
    {
      await using file = await openAtomicFile(path.join(folder, 'book.mp3'));
      expect(await list(folder)).toContain(path.basename(file.path));
    }
    expect(await list(folder)).toEqual([...alive, ...foreign].toSorted());
  });

  it.runIf(process.platform === 'linux')('deletes what an earlier process with a reused id left', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, `.book.mp3.${process.pid}-0123456789ab-00aa11bb22cc.part`), 'x');
    await (await openAtomicFile(path.join(folder, 'book.mp3')))[Symbol.asyncDispose]();
    expect(await list(folder)).toEqual([]);
  });

  it('deletes what a killed process left', async () => {
    const folder = await temporaryFolder();
    const module = new URL('../../../build/core/files/atomic-file.js', import.meta.url).href;
    const target = path.join(folder, 'book.mp3');
    const script = `import { openAtomicFile } from ${JSON.stringify(module)};
      await openAtomicFile(${JSON.stringify(target)}); console.log('open'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const [left] = await list(folder);
    {
      await using file = await openAtomicFile(target);
      expect(await list(folder)).toHaveLength(2);
      expect(await list(folder)).toEqual(expect.arrayContaining([left, path.basename(file.path)]));
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await openAtomicFile(target))[Symbol.asyncDispose]();
    expect(await list(folder)).toEqual([]);
  });

  it('throws file-not-found when the folder is missing', async () => {
    const target = path.join(await temporaryFolder(), 'none', 'book.mp3');
    await expect(openAtomicFile(target)).rejects.toMatchObject({
      code: 'file-not-found',
      message: expect.stringContaining('none'),
    });
  });

  it('throws when the place does not take files', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'file'), 'x');
    for (const target of [path.join(folder, 'file', 'book.mp3'), folder, '/proc/book.mp3']) {
      await expect(openAtomicFile(target)).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:bad-value|file-not-found)$/u),
      });
    }
  });

  it('takes names of the greatest length and of any script', async () => {
    const folder = await temporaryFolder();
    const name = `${'日'.repeat(83)}.mp3`;
    await using file = await openAtomicFile(path.join(folder, name));
    await file.commit();
    expect(await list(folder)).toEqual([name]);
  });
});

describe('openTemporaryFolder', () => {
  it('is deleted with its content, and so is one that a dead process left', async () => {
    const folder = await temporaryFolder();
    const left = path.join(folder, `.book.epub.${deadPid}-00aa11bb22cc.part`);
    await mkdir(left);
    await writeFile(path.join(left, 'one.m4a'), 'x');
    {
      await using parts = await openTemporaryFolder(path.join(folder, 'book.epub'));
      await writeFile(path.join(parts.path, 'one.m4a'), 'x');
      expect(await list(folder)).toEqual([path.basename(parts.path)]);
    }
    expect(await list(folder)).toEqual([]);
  });
});

describe('writeFileAtomic', () => {
  it('writes the whole file', async () => {
    const folder = await temporaryFolder();
    await writeFileAtomic(path.join(folder, 'a', 'b.txt'), 'content', { makeFolder: true });
    expect(await readFile(path.join(folder, 'a', 'b.txt'), 'utf8')).toBe('content');
    expect(await list(path.join(folder, 'a'))).toEqual(['b.txt']);
  });

  it('throws file-not-found when the folder is missing', async () => {
    const file = path.join(await temporaryFolder(), 'none', 'a.txt');
    await expect(writeFileAtomic(file, 'x')).rejects.toMatchObject({ code: 'file-not-found' });
  });

  it('leaves nothing after a failure', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'a.txt'));
    await expect(writeFileAtomic(path.join(folder, 'a.txt'), 'x')).rejects.toMatchObject({ code: 'bad-value' });
    expect(await list(folder)).toEqual(['a.txt']);
    await expect(writeFileAtomic('/proc/none/a.txt', 'x')).rejects.toMatchObject({ code: 'file-not-found' });
  });
});

describe('a target that is a symbolic link', () => {
  const write = {
    openAtomicFile: async (target: string): Promise<void> => {
      await using file = await openAtomicFile(target);
      await writeFile(file.path, 'new');
      await file.commit();
    },
    writeFileAtomic: async (target: string): Promise<void> => await writeFileAtomic(target, 'new'),
  };

  it.each(Object.entries(write))('stays a link, and its file is replaced: %s', async (_name, replace) => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'library'));
    await writeFile(path.join(folder, 'library', 'book.mp3'), 'old');
    await symlink('library/book.mp3', path.join(folder, 'first'));
    await symlink('first', path.join(folder, 'link'));
    await replace(path.join(folder, 'link'));
    expect(await readlink(path.join(folder, 'link'))).toBe('first');
    expect(await readFile(path.join(folder, 'library', 'book.mp3'), 'utf8')).toBe('new');
    expect(await list(path.join(folder, 'library'))).toEqual(['book.mp3']);
  });

  it.each(Object.entries(write))('without a file gets one: %s', async (_name, replace) => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'library'));
    await symlink('library/book.mp3', path.join(folder, 'link'));
    await replace(path.join(folder, 'link'));
    expect(await readlink(path.join(folder, 'link'))).toBe('library/book.mp3');
    expect(await readFile(path.join(folder, 'library', 'book.mp3'), 'utf8')).toBe('new');
    await symlink('loop', path.join(folder, 'loop'));
    await expect(replace(path.join(folder, 'loop'))).rejects.toMatchObject({ code: 'bad-value' });
  });
});

describe('a target that is not a regular file', () => {
  it('is refused for a file that is written in parts', async () => {
    const folder = await temporaryFolder();
    await symlink('/dev/null', path.join(folder, 'null.mp3'));
    await expect(openAtomicFile(path.join(folder, 'null.mp3'))).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining('not a regular file'),
    });
    expect(await list(folder)).toEqual(['null.mp3']);
  });

  it('gets a whole content directly: a device', async () => {
    const folder = await temporaryFolder();
    await symlink('/dev/null', path.join(folder, 'null.txt'));
    await symlink('/dev/full', path.join(folder, 'full.txt'));
    await writeFileAtomic(path.join(folder, 'null.txt'), 'text');
    expect(await readlink(path.join(folder, 'null.txt'))).toBe('/dev/null');
    await expect(writeFileAtomic(path.join(folder, 'full.txt'), 'text')).rejects.toMatchObject({
      code: 'output-failed',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await list(folder)).toEqual(['full.txt', 'null.txt']);
  });

  it('gets a whole content directly: a pipe', async () => {
    const pipe = path.join(await temporaryFolder(), 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const [received] = await Promise.all([readFile(pipe, 'utf8'), writeFileAtomic(pipe, 'text')]);
    expect(received).toBe('text');
    expect((await stat(pipe)).isFIFO()).toBe(true);
  });

  it('gets a whole content directly: a socket', async () => {
    const socket = path.join(await temporaryFolder(), 'socket');
    const received = new Promise<string>((resolve) => {
      const server = createServer((connection) => {
        server.close();
        resolve(text(connection));
      }).listen(socket, () => void writeFileAtomic(socket, 'text'));
    });
    expect(await received).toBe('text');
  });
});
