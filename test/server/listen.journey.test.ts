import { access, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TimedChapter } from '../../src/timed-text/timed-chapter.ts';
import { agreement, heard } from '../helpers/heard.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { unzip } from '../helpers/unzip.ts';

let kokoro: KokoroServer;
/** The speech server is silent from this request on. */
let silentFrom: number;

beforeEach(async () => {
  silentFrom = Infinity;
  kokoro = await startKokoroServer({ faults: (n) => (n >= silentFrom ? 'hang-before-headers' : undefined) });
});

afterEach(async () => {
  await kokoro[Symbol.asyncDispose]();
});

async function start(cacheFolder?: string): Promise<RunningService> {
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1` };
  return await startService({ settings, ...(cacheFolder !== undefined && { cacheFolder }) });
}

const wav = { format: 'wav', loudness: 'off' };

async function playlistOf(
  { url }: RunningService,
  id: string,
): Promise<{ status: number; text: string; names: string[] }> {
  const response = await fetch(`${url}/jobs/${id}/listen.m3u8`);
  const text = await response.text();
  return { status: response.status, text, names: text.split('\n').filter((line) => line.startsWith('listen/')) };
}

async function stored(service: RunningService, id: string, name: string): Promise<boolean> {
  return await access(path.join(service.jobsFolder, id, name)).then(
    () => true,
    () => false,
  );
}

describe('the stream of a job', () => {
  it('is heard before the job has ended, also by ffmpeg, goes on after a restart, and is what the result has', async () => {
    const cacheFolder = await temporaryFolder();
    silentFrom = 6;
    let names: readonly string[];
    let id: string;
    {
      await using service = await start(cacheFolder);
      ({ id } = await startJob(service, { listen: 'true', ...wav }));
      const playlist = await playlistOf(service, id);
      ({ names } = playlist);
      expect(playlist.status).toBe(200);
      expect(playlist.text).toMatch(/^#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:8\n/u);
      expect(playlist.text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
      expect(playlist.text).not.toContain('ENDLIST');
      expect((await waitForJob(service, id, 'running')).state).toBe('running');
      const segment = await fetch(`${service.url}/jobs/${id}/${names[0]}`);
      expect(segment.headers.get('content-type')).toBe('audio/aac');
      expect(segment.headers.get('cache-control')).toContain('immutable');
      const bytes = Buffer.from(await segment.arrayBuffer());
      expect([bytes.toString('latin1', 0, 3), bytes.toString('latin1', 10, 14)]).toEqual(['ID3', 'PRIV']);
      expect(bytes.toString('latin1', 20, 64)).toBe('com.apple.streaming.transportStreamTimestamp');
      expect([bytes.readBigUInt64BE(65), bytes.readUInt16BE(73) & 0xff_f6]).toEqual([0n, 0xff_f0]);
    }
    silentFrom = Infinity;
    await using service = await start(cacheFolder);
    const again = await playlistOf(service, id);
    expect(again.names.slice(0, names.length)).toEqual(names);
    await waitForJob(service, id, 'done');
    const whole = await playlistOf(service, id);
    expect(whole.text).toMatch(/#EXT-X-ENDLIST\n$/u);
    expect(whole.names.length).toBeGreaterThan(names.length);
    const result = await heard(`${service.url}/jobs/${id}/result`);
    expect(agreement(await heard(`${service.url}/jobs/${id}/listen.m3u8`), result)).toBeGreaterThan(0.98);
    expect((await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await readdir(service.jobsFolder)).not.toContain(id);
  });

  it('costs nothing until it is asked for, and then begins with the first sentence', async () => {
    await using service = await start();
    silentFrom = 4;
    const { id } = await startJob(service, { pauses: 'sentence=300ms', ...wav });
    await waitUntil(() => kokoro.requests.length >= 5);
    expect(await stored(service, id, 'stream')).toBe(false);
    const asked = playlistOf(service, id).catch(() => undefined);
    await waitUntil(async () => await stored(service, id, 'stream'));
    // The next sentence finds that someone listens.
    await service.stop();
    silentFrom = Infinity;
    await using next = await start(service.cacheFolder);
    await asked;
    await waitForJob(next, id, 'done');
    const result = await heard(`${next.url}/jobs/${id}/result`);
    expect(agreement(await heard(`${next.url}/jobs/${id}/listen.m3u8`), result)).toBeGreaterThan(0.98);
  });

  it('begins again when the job is changed before it runs, and is removed when it is canceled', async () => {
    silentFrom = 0;
    const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_CONVERSIONS: '1' };
    await using service = await startService({ settings });
    await waitForJob(service, (await startJob(service, wav)).id, 'running');
    const { id } = await startJob(service, wav);
    const folder = path.join(service.jobsFolder, id, 'stream');
    const asked = fetch(`${service.url}/jobs/${id}/listen.m3u8`).catch(() => undefined);
    await waitUntil(async () => await stored(service, id, 'stream'));
    await writeFile(path.join(folder, 'index.ndjson'), '["stream","00000000",24000,24000]\n');
    const changed = await fetch(`${service.url}/jobs/${id}`, { method: 'PATCH', body: '{"voice":"am_adam"}' });
    expect([changed.status, await readdir(folder)]).toEqual([200, []]);
    // It goes with a job that is canceled.
    expect((await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await stored(service, id, 'stream')).toBe(false);
    expect((await playlistOf(service, id)).status).toBe(410);
    await service.stop();
    await asked;
  });
});

describe('the text of a job with its times', () => {
  it('has the time of each sentence where the result has it, those of words when asked for, and the chapters', async () => {
    await using service = await start();
    const { id } = await startJob(service, { listen: 'true', read_along: 'word', ...wav });
    await waitForJob(service, id, 'done');
    const get = async <Answer>(route: string) =>
      (await (await fetch(`${service.url}/jobs/${id}/${route}`)).json()) as Answer;
    const { chapters } = await get<{ chapters: TimedChapter[] }>('timings');
    expect(chapters.map(({ title }) => title)).toEqual(['Morning', 'Noon', 'Night']);
    const sentences = chapters.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.sentences.map(({ from, to, heard: at, words = [] }) => ({
          text: block.text.slice(from, to),
          at,
          words: words.map((word) => ({ ...word, text: /^[\p{L}\p{N}]*/u.exec(block.text.slice(word.from))?.[0] })),
        })),
      ),
    );
    expect(sentences.map(({ text }) => text)).toContain('The river did not mind.');
    const folder = await temporaryFolder();
    const result = path.join(folder, 'result.zip');
    const sound = path.join(folder, 'book.wav');
    const answer = await fetch(`${service.url}/jobs/${id}/result`);
    await writeFile(result, Buffer.from(await answer.arrayBuffer()));
    const audio = (await unzip(result)).find(({ name }) => name.endsWith('.wav'));
    await writeFile(sound, audio?.bytes ?? '');
    const loud = await heard(sound);
    for (const { text, at, words } of sentences) {
      expect(words.map((word) => word.text)).toEqual(text.match(/[\p{L}\p{N}]+/gu));
      const starts = words.map(({ startSeconds }) => startSeconds);
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      expect(starts.every((second) => second >= (at?.startSeconds ?? 0) && second < (at?.endSeconds ?? 0))).toBe(true);
      const inside = loud.slice(
        Math.ceil((at?.startSeconds ?? 0) * 50) + 1,
        Math.floor((at?.endSeconds ?? 0) * 50) - 1,
      );
      expect(inside.length).toBeGreaterThan(10);
      expect(inside.every(Boolean)).toBe(true);
    }
    const marks = await get<{ chapters: { startTime: number; title: string }[] }>('chapters');
    expect(marks.chapters.map(({ title }) => title)).toEqual(['Morning', 'Noon', 'Night']);
    expect(marks.chapters.map(({ startTime }) => startTime)).toEqual(chapters.map(({ startSeconds }) => startSeconds));
    expect((await get<{ chapters: TimedChapter[] }>('timings?after=2')).chapters).toEqual(chapters.slice(2));
    expect((await get<{ chapters: TimedChapter[] }>('timings?after=1&limit=1')).chapters).toEqual(chapters.slice(1, 2));
    const { id: without } = await startJob(service, { ...wav, max_chapters: '1' });
    await waitForJob(service, without, 'done');
    const short = (await (await fetch(`${service.url}/jobs/${without}/timings`)).json()) as {
      chapters: TimedChapter[];
    };
    expect(short.chapters[0]?.blocks.flatMap(({ sentences: all }) => all).every((one) => one.heard)).toBe(true);
    expect((await playlistOf(service, without)).status).toBe(410);
    expect(await stored(service, without, 'stream')).toBe(false);
    for (const name of ['index.ndjson', '00000000-1.aac', '..%2fjob.json']) {
      expect((await fetch(`${service.url}/jobs/${without}/listen/${name}`)).status).toBe(404);
    }
  });
});
