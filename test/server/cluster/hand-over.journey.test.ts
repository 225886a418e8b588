import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countJobs } from '../../../src/server/jobs/count-jobs.ts';
import { startCluster } from '../../helpers/cluster.ts';
import type { TestCluster } from '../../helpers/cluster.ts';
import { faultyKokoro } from '../../helpers/faulty-kokoro.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { writeBook } from '../../helpers/small-book.ts';
import { waitUntil } from '../../helpers/start-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const kokoro = faultyKokoro();

/** Starts a queue, and returns a folder with a book and what runs commands there. */
async function start() {
  const speech = { KOKORO_API_URL: `${kokoro.url}/v1`, TTS_PROVIDER: 'kokoro' };
  const cluster = await startCluster({ ...speech, AUDIOBOOK_PART_CHARACTERS: 'auto' });
  const { AUDIOBOOK_STORAGE: storage = '', ...environment } = cluster.settings;
  const folder = await temporaryFolder();
  await writeBook(folder);
  const run = async (args: readonly string[], signal?: AbortSignal) =>
    await inProcessCli(args, { folder, environment, signal });
  return { cluster, folder, run, queue: ['--queue', cluster.redisServer.url, '--storage', storage] };
}

/** Returns what a queue and its storage have left of jobs. */
async function leftOf({ redis, storage, books }: TestCluster): Promise<readonly string[]> {
  const keys = await redis.keys('audiobook:*');
  const left = keys.filter((key) => !/^audiobook:(?:calls$|events(?::|$))/u.test(key));
  for await (const { key } of storage.list('jobs/', new AbortController().signal)) left.push(key);
  const [id = ''] = keys.flatMap((key) => /^audiobook:events:(.+)/u.exec(key)?.[1] ?? []);
  const place = await books.placeOf(id);
  return place === undefined ? left : [...left, place];
}

/** Returns the contents of all files of a folder by their paths. */
async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.report.json'));
  const read = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [path.relative(folder, file), (await readFile(file)).toString('base64')] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

describe.skipIf(isRedisMissing)('a book that is handed over to a queue', () => {
  it('becomes the files that a run on this machine makes, and leaves nothing in the queue', async () => {
    const { cluster, folder, run, queue } = await start();
    await cluster.startWorker({ providers: ['kokoro'] });
    const [own, theirs] = [await temporaryFolder(), await temporaryFolder()];
    const options = ['--subtitles', 'srt', '--loudness', 'off', '--meta', 'year=1813'];
    const local = await run(['convert', 'small.epub', '-o', path.join(own, 'book.mp3'), ...options]);
    const handed = await run(['convert', 'small.epub', '-o', path.join(theirs, 'book.mp3'), ...options, ...queue]);
    expect(handed).toMatchObject({ code: 0, stdout: local.stdout.replaceAll(own, theirs) });
    expect(handed.stderr).toMatch(/The book is in the queue as job [0-9a-f-]{36}\.\nSynthesizing 9 segments/u);
    expect(handed.stderr).toContain('Finishing the output.');
    expect(await filesIn(theirs)).toEqual(await filesIn(own));
    const reports = [own, theirs].map(async (place) =>
      JSON.parse(await readFile(path.join(place, 'book.mp3.report.json'), 'utf8')),
    );
    const [ownReport, theirReport] = await Promise.all(reports);
    expect(theirReport.output).toBe(path.join(theirs, 'book.mp3'));
    expect(theirReport.book).toEqual(ownReport.book);
    expect(theirReport.files).toEqual(JSON.parse(JSON.stringify(ownReport.files).replaceAll(own, theirs)));
    expect(await leftOf(cluster)).toEqual([]);

    const chapters = ['audiobook', 'small.epub', '--task', 'direct', '--layout', 'chapters', '--format', 'mp3'];
    expect(await run([...chapters, '-o', 'tale', ...queue])).toMatchObject({ code: 0 });
    const names = ['001 - Morning', '002 - Noon', '003 - Night'];
    expect((await readdir(path.join(folder, 'tale'))).toSorted()).toEqual(names.map((name) => `${name}.mp3`));
    const scripts = await readdir(path.join(folder, 'tale.audiobook', 'scripts'));
    expect(scripts.toSorted()).toEqual(names.flatMap((name) => [`${name}.md`, `${name}.source.md`]));

    await writeFile(path.join(folder, 'mine.mp3'), 'mine');
    const refused = await run(['convert', 'small.epub', '-o', 'mine.mp3', ...queue]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Use --force to replace it.')]);
    const failed = await run(['convert', 'small.epub', '--voice', 'nobody', ...queue]);
    expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('audiobook: Kokoro at')]);
    // The queue remembers for a week that a book failed, unless its worker said so before its record was removed.
    expect((await leftOf(cluster)).filter((place) => place !== 'given-up')).toEqual([]);
    const made = ['tale', 'tale.audiobook', 'tale.report.json'];
    expect((await readdir(folder)).toSorted()).toEqual(['cache', 'mine.mp3', 'small.epub', ...made]);
  });

  it('is canceled with its command', async () => {
    const { cluster, folder, run, queue } = await start();
    const controller = new AbortController();
    const running = run(['convert', 'small.epub', ...queue], controller.signal);
    await waitUntil(async () => ((await countJobs(cluster.records)).get('queued') ?? 0) > 0);
    controller.abort();
    expect(await running).toMatchObject({ code: 130 });
    expect(await leftOf(cluster)).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual(['cache', 'small.epub']);
  });
});

describe('the options of a book that is handed over', () => {
  it('are refused by name where only this machine can have them', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const queue = ['--queue', 'redis://127.0.0.1:1'];
    const refused = async (...args: readonly string[]): Promise<unknown> => {
      const { code, stderr } = await inProcessCli(['convert', 'small.epub', ...args], { folder });
      return [code, stderr];
    };
    expect(await refused(...queue, '--max-cost', '1', '--fresh', '--remember')).toEqual(
      says('--fresh, --max-cost, --remember work on this machine only. Leave out --queue, or'),
    );
    expect(await refused(...queue, '--cast', 'auto')).toEqual(says('--cast works on this machine only.'));
    expect(await refused(...queue, '--out-dir', '.')).toEqual(says('--out-dir works on this machine only.'));
    expect(await refused(...queue, 'small.epub', 'other.epub')).toEqual(says('--queue takes one book.'));
    expect(await refused(...queue, '-o', '-')).toEqual(says('--output - works on this machine only.'));
    expect(await refused('--storage', 'file:///mnt')).toEqual(says('--storage needs --queue.'));
    expect(await refused(...queue)).toEqual(says('Give --storage file:///folder or s3://bucket/prefix'));
    expect((await readdir(folder)).filter((name) => name !== 'cache')).toEqual(['small.epub']);
  });
});

function says(text: string): unknown {
  return [2, expect.stringContaining(text)];
}
