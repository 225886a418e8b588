import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPartialFile, openPartialFolder } from '../../src/audio/partial-file.ts';
import { openWriter, testFolder } from './sound.ts';

/** No process has it: above the highest number that Linux gives. */
const DEAD_PID = 99_999_999;

test('what a dead process left of the same file is removed, everything else stays', async () => {
  await using folder = await testFolder();
  const alive = `.book.mp3.${process.pid}-00aa11bb22cc.part`;
  const other = `.other.mp3.${DEAD_PID}-00aa11bb22cc.part`;
  for (const name of [`.book.mp3.${DEAD_PID}-00aa11bb22cc.part`, alive, other, '.book.mp3.notes.part']) {
    await writeFile(join(folder.path, name), 'x');
  }
  {
    await using partial = await openPartialFile(join(folder.path, 'book.mp3'));
    expect(await folder.list()).toContain(partial.path.slice(folder.path.length + 1));
  }
  expect(await folder.list()).toEqual([alive, '.book.mp3.notes.part', other].toSorted());
});

test('a folder of parts is gone with what is in it, and so is one that a dead process left', async () => {
  await using folder = await testFolder();
  const left = join(folder.path, `.book.epub.${DEAD_PID}-00aa11bb22cc.part`);
  await mkdir(left);
  await writeFile(join(left, 'one.m4a'), 'x');
  {
    await using parts = await openPartialFolder(join(folder.path, 'book.epub'));
    await writeFile(join(parts.path, 'one.m4a'), 'x');
    expect(await folder.list()).toEqual([parts.path.slice(folder.path.length + 1)]);
  }
  expect(await folder.list()).toEqual([]);
});

test('a folder that is missing is file-not-found', async () => {
  await using folder = await testFolder();
  const opening = openWriter({ path: join(folder.path, 'none', 'book.mp3') });
  await expect(opening).rejects.toMatchObject({ code: 'file-not-found', message: expect.stringContaining('none') });
});

test('a place that takes no files is a bad value', async () => {
  await using folder = await testFolder();
  await writeFile(join(folder.path, 'file'), 'x');
  for (const path of [join(folder.path, 'file', 'book.mp3'), folder.path, '/proc/book.mp3']) {
    await expect(openWriter({ path })).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:bad-value|file-not-found)$/u),
    });
  }
});

test('names of the greatest length and of any script can be written', async () => {
  await using folder = await testFolder();
  const target = join(folder.path, `${'日'.repeat(83)}.mp3`);
  await using partial = await openPartialFile(target);
  await partial.commit();
  expect(await folder.list()).toEqual([`${'日'.repeat(83)}.mp3`]);
});
