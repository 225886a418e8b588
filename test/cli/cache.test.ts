import { access, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CacheContents } from '../../src/pipeline/store/cache-contents.ts';
import { markStoreUse } from '../../src/pipeline/store/store-use.ts';
import { runCli } from '../helpers/run-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const book = 'One short book.\n\nIt has two paragraphs.\n';

async function filledCache(): Promise<{ folder: string; store: string }> {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'book.txt'), book);
  const made = await runCli(
    ['convert', 'book.txt', '--provider', 'embedded', '--voice', 'flite:slt', '-o', 'book.wav', '-q'],
    { folder },
  );
  expect(made).toMatchObject({ code: 0, stderr: '' });
  return { folder, store: path.join(folder, 'cache', 'audiobook', 'segments') };
}

async function contents(folder: string): Promise<CacheContents> {
  const { code, stdout } = await runCli(['cache', '--json'], { folder });
  expect(code).toBe(0);
  return JSON.parse(stdout) as CacheContents;
}

/** Returns a time in seconds, as `utimes` takes it. */
function hoursAgo(hours: number): number {
  return Date.now() / 1000 - hours * 3600;
}

describe('audiobook cache', () => {
  it('lists the speakers of stored segments, and removes nothing that it did not make', async () => {
    const { folder, store } = await filledCache();
    const found = await contents(folder);
    expect(found).toMatchObject({ folder: store, maxBytes: 20e9, users: [] });
    const [speech] = found.kinds;
    expect(speech).toMatchObject({ kind: 'speech', files: 2 });
    expect(found.speakers).toMatchObject([
      { provider: 'embedded', voice: 'flite:slt', files: speech?.files, bytes: speech?.bytes },
    ]);
    const shown = await runCli(['cache'], { folder });
    expect(shown.stdout).toContain(`${store}: `);
    expect(shown.stdout).toMatch(/^embedded +flite:slt/mu);

    const part = (await readdir(store)).find((name) => name.length === 2) ?? '';
    const others = [
      path.join(store, part, 'my recording.flac'),
      path.join(store, 'notes.flac'),
      path.join(folder, 'elsewhere', `${'a'.repeat(62)}.flac`),
    ];
    await mkdir(path.join(folder, 'elsewhere'));
    for (const file of others) await writeFile(file, 'mine');
    await symlink(path.join(folder, 'elsewhere'), path.join(store, 'ff'));
    const asked = await runCli(['cache', 'clear'], { folder });
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toContain('without a terminal, clearing needs --yes');
    expect((await contents(folder)).files).toBe(found.files);
    const cleared = await runCli(['cache', 'clear', '--yes', '--json'], { folder });
    expect(cleared.code).toBe(0);
    expect(JSON.parse(cleared.stdout)).toEqual({ removedFiles: found.files, removedBytes: found.bytes, bytes: 0 });
    for (const file of others) await expect(access(file)).resolves.toBeUndefined();
  });

  it('prunes by age and size, and not while a run uses the store', async () => {
    const { folder, store } = await filledCache();
    const segments = (await readdir(store, { recursive: true })).filter((name) => name.endsWith('.flac')).toSorted();
    const [old = '', middle = ''] = segments.map((name) => path.join(store, name));
    await utimes(old, hoursAgo(50), hoursAgo(50));
    await utimes(middle, hoursAgo(5), hoursAgo(5));
    {
      await using _use = await markStoreUse(store);
      const refused = await runCli(['cache', 'prune', '--older-than', '2d'], { folder });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`Process ${process.pid} is converting with the segment store ${store}.`);
    }
    const aged = await runCli(['cache', 'prune', '--older-than', '2d'], { folder });
    expect(aged.stdout).toMatch(/^Removed 1 file \(\d+ kB\)\. \d+ kB remain\.\n$/u);
    await expect(access(old)).rejects.toMatchObject({ code: 'ENOENT' });
    const { bytes } = await contents(folder);
    const sized = await runCli(['cache', 'prune', '--max-size', `${(bytes - 1) / 1000}kB`, '--json'], { folder });
    expect(JSON.parse(sized.stdout)).toMatchObject({ removedFiles: 1 });
    await expect(access(middle)).rejects.toMatchObject({ code: 'ENOENT' });
    const bare = await runCli(['cache', 'prune'], { folder });
    expect(bare).toMatchObject({ code: 2, stdout: '' });
    expect(bare.stderr).toContain('Say what to remove');
    const wrong = await runCli(['cache', 'prune', '--max-size', 'big'], { folder });
    expect(wrong.stderr).toContain("Invalid size 'big'. Expected a size such as 5GB or 500MB.");
  });
});
