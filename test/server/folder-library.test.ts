import { readdir, rm, stat, writeFile, mkdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { runProgram } from '../../src/core/process/run-program.ts';
import type { Caller } from '../../src/server/access/caller.ts';
import { chaptersOf } from '../../src/server/http/listen/chapters-of.ts';
import { FolderFiles } from '../../src/server/jobs/local/folder-files.ts';
import { readFolderLibrary } from '../../src/server/library/folder-library.ts';
import { Library } from '../../src/server/library/library.ts';
import { startLocalJobs } from '../helpers/local-jobs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const admin: Caller = { role: 'admin', quota: {} };

const chapters = `;FFMETADATA1
title=The Mill
artist=Ada Example
album=The Mill
composer=Vera Voice
[CHAPTER]
TIMEBASE=1/1000
START=0
END=1500
title=Morning
[CHAPTER]
TIMEBASE=1/1000
START=1500
END=3000
title=Noon
`;

/** Writes a tone with ffmpeg. */
async function writeTone(file: string, seconds: number, ...options: readonly string[]): Promise<void> {
  const tone = ['-f', 'lavfi', '-i', `sine=duration=${seconds}:sample_rate=16000`];
  await runProgram('ffmpeg', ['-v', 'error', '-y', ...tone, ...options, file], { signal });
}

/** A folder with an M4B of two chapters, and one of two MP3 files without chapters; and something that is no audio. */
async function shelf(): Promise<string> {
  const folder = await temporaryFolder();
  const cover = path.join(folder, '.cover.png');
  await sharp({ create: { width: 20, height: 30, channels: 3, background: '#c01020' } }).toFile(cover);
  await writeFile(path.join(folder, '.chapters'), chapters);
  const marks = ['-i', path.join(folder, '.chapters'), '-i', cover, '-map', '0', '-map', '2', '-map_metadata', '1'];
  const picture = ['-c:v', 'copy', '-disposition:v', 'attached_pic', '-f', 'mp4'];
  await writeTone(path.join(folder, 'mill.m4b'), 3, ...marks, ...picture);
  await mkdir(path.join(folder, 'Two'));
  await writeTone(path.join(folder, 'Two', '1 dawn.mp3'), 1, '-metadata', 'album=Tides', '-metadata', 'title=Dawn');
  await writeTone(path.join(folder, 'Two', '10 dusk.mp3'), 2, '-metadata', 'album=Tides');
  await writeFile(path.join(folder, 'notes.mp3'), 'no audio');
  return folder;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return (
    await Promise.all(names.map(async (name) => `${name} ${(await stat(path.join(folder, name))).mtimeMs}`))
  ).toSorted();
}

it('a folder of audiobooks is in the library as its files say, and nothing in it is ever changed', async () => {
  const { jobs, records, folder } = await startLocalJobs();
  const library = await shelf();
  const before = await namesIn(library);
  const warned: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) });
  const files = new FolderFiles(folder);
  const read = async (): Promise<void> => await readFolderLibrary({ library, records, files, folder, logger, signal });
  const shelved = async () => (await new Library(jobs).page({ sort: 'title', limit: 10, offset: 0 }, admin)).books;
  await read();
  expect(warned).toEqual([expect.stringContaining('notes.mp3')]);
  const [mill, tides] = (await shelved()).map(({ book }) => book);
  expect([mill, tides]).toMatchObject([
    { title: 'The Mill', authors: ['Ada Example'], narrator: 'Vera Voice', chapters: 2, hasCover: true },
    { title: 'Tides', authors: [], chapters: 2, hasCover: false },
  ]);
  if (!mill || !tides) throw new Error('A book is missing.');
  expect((await chaptersOf(mill.job)).chapters).toEqual([
    { title: 'Morning', startTime: 0 },
    { title: 'Noon', startTime: 1.5 },
  ]);
  const [dawn, dusk] = (await chaptersOf(tides.job)).chapters;
  expect([dawn, dusk?.title]).toEqual([{ title: 'Dawn', startTime: 0 }, '10 dusk']);
  expect(dusk?.startTime).toBeCloseTo(1, 0);
  const file = await mill.job.files.stat('result/1.m4b', signal);
  expect(file?.bytes).toBe((await stat(path.join(library, 'mill.m4b'))).size);
  await expect(jobs.remove(mill.job)).rejects.toMatchObject({ code: 'wrong-state' });
  await expect(jobs.keepForGood(mill.job, undefined)).rejects.toMatchObject({ code: 'wrong-state' });

  // What is known is not read again.
  const { revision } = (await records.get(mill.job.record.id)) ?? {};
  await read();
  expect((await records.get(mill.job.record.id))?.revision).toBe(revision);
  expect(await namesIn(library)).toEqual(before);
  // One that changed is, and keeps its id.
  await utimes(path.join(library, 'mill.m4b'), 1e9, 1e9);
  await rm(path.join(library, 'Two'), { recursive: true });
  await read();
  expect((await shelved()).map(({ book }) => [book.job.record.id, book.addedMs])).toEqual([[mill.job.record.id, 1e12]]);
  // A disk that is not there now has no books, and comes back.
  await rm(path.join(library, 'mill.m4b'));
  await rm(path.join(library, 'notes.mp3'));
  await read();
  expect(await shelved()).toHaveLength(1);
  await readFolderLibrary({ records, files, folder, logger, signal });
  expect(await shelved()).toEqual([]);
});
