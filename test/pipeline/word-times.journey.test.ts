import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { convert } from '../../src/pipeline/convert.ts';
import type { ConversionRequest } from '../../src/pipeline/conversion.ts';
import { makeReadAlong } from '../../src/pipeline/time/make-read-along.ts';
import { planConversion } from '../../src/pipeline/plan/plan-conversion.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { findProvider } from '../../src/speech/registry.ts';
import { decode, systemFfmpeg } from '../audio/sound.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { pollyKeys, startPollyServer } from '../helpers/servers/polly-server.ts';
import { speakWords, tellWords } from '../helpers/servers/word-tones.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { unzip } from '../helpers/unzip.ts';

const rate = 24_000;
const { signal } = new AbortController();
const title = 'Morning';
const paragraph =
  'The kettle sang, slowly, before the “birds” did. No one else was awake to hear it: not even Dr. Low.';
const book = { documents: [{ path: 'one.xhtml', title, body: `<h1>${title}</h1><p>${paragraph}</p>` }] };

async function openRun(id: 'kokoro' | 'polly', settings: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const description = findProvider(id);
  const provider = await description.create(settingsFrom([settings]));
  const tools = {
    settings: settingsFrom([settings]),
    chosen: { description, provider, byDefault: false },
    ffmpeg: await systemFfmpeg,
    store: await openSegmentStore(path.join(folder, 'store')),
    preflight: 'off' as const,
    signal,
  };
  const bookFile = await writeBook(folder, book);
  return {
    folder,
    bookFile,
    run: async (name: string, more: Partial<ConversionRequest> = {}) => {
      const output = path.join(folder, name);
      return await convert({ bookFile, output, format: 'wav', loudness: 'off', readAlong: 'word', ...more }, tools);
    },
    [Symbol.asyncDispose]: async () => await provider[Symbol.asyncDispose](),
  };
}

/** Returns the clips of a read-along: begins and ends in milliseconds. */
async function clipsOf(file: string): Promise<{ readonly begins: number[]; readonly ends: number[]; sound: Buffer }> {
  const files = await unzip(file);
  const overlay = files.find(({ name }) => name.endsWith('.smil'))?.bytes.toString() ?? '';
  const clips = [...overlay.matchAll(/clipBegin="([\d.]+)s" clipEnd="([\d.]+)s"/gu)];
  return {
    begins: clips.map(([, begin]) => Math.round(Number(begin) * 1000)),
    ends: clips.map(([, , end]) => Math.round(Number(end) * 1000)),
    sound: files.find(({ name }) => name.endsWith('.m4a'))?.bytes ?? Buffer.alloc(0),
  };
}

/** Returns when each word sounds, in milliseconds: words of `speakWords` have a short silence between them. */
async function onsetsOf(sound: Buffer, folder: string): Promise<number[]> {
  const file = path.join(folder, 'clip.m4a');
  await writeFile(file, sound);
  const samples = await decode(file, rate);
  const frame = rate / 200;
  const loud = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) =>
    samples.subarray(at * frame, (at + 1) * frame).some((sample) => Math.abs(sample) > 900),
  );
  // Some words swell from silence in the middle, too: only sound after 30 ms of silence begins one.
  return loud.flatMap((is, at) => (is && !loud.slice(Math.max(0, at - 6), at).includes(true) ? [at * 5] : []));
}

describe('the words of a read-along', () => {
  it('begin where the service says, in the sound that was cut, stored and encoded, and in reports', async () => {
    await using server = await startKokoroServer({ speak: speakWords, tellWords });
    await using at = await openRun('kokoro', { KOKORO_API_URL: server.url });
    const report = await at.run('first.wav');
    const { folder } = at;
    const first = await clipsOf(path.join(folder, 'first.read-along.epub'));
    const onsets = await onsetsOf(first.sound, folder);
    expect(first.begins.length).toBe(21);
    const far = first.begins.slice(1).filter((begin) => Math.min(...onsets.map((one) => Math.abs(one - begin))) > 30);
    expect(far).toEqual([]);
    expect(first.begins.slice(1)).toEqual(first.ends.slice(0, -1));
    expect(report.times?.words).toEqual({ known: 21, estimated: 0 });
    expect(report.warnings).toEqual([]);

    // The store has the times, too, also those of a run at another speed.
    const asked = server.requests.length;
    const again = await at.run('again.wav');
    expect(server.requests).toHaveLength(asked);
    expect(again.times).toEqual(report.times);
    const { times } = JSON.parse(await readFile(path.join(folder, 'again.wav.report.json'), 'utf8')) as typeof again;
    expect(times).toEqual(report.times);
    const request = {
      bookFile: at.bookFile,
      audio: path.join(folder, 'again.wav'),
      unit: 'word' as const,
      audioFormat: 'aac' as const,
    };
    const output = path.join(folder, 'later.epub');
    await makeReadAlong({ ...request, output }, { settings: settingsFrom([]), signal, warn: () => undefined });
    const later = (await clipsOf(output)).begins;
    expect(later.map((begin, index) => Math.abs(begin - (first.begins[index] ?? 0)) <= 1)).toEqual(
      later.map(() => true),
    );
  });

  it('keep their times when speech is stretched, are estimated for speech of earlier runs, and are billed by Polly', async () => {
    const settings = { AWS_ACCESS_KEY_ID: pollyKeys.accessKeyId, AWS_SECRET_ACCESS_KEY: pollyKeys.secretAccessKey };
    await using server = await startPollyServer({ speak: speakWords, tellWords });
    const own = { ...settings, AWS_ENDPOINT_URL: server.url, TTS_PRICES: 'polly/neural=16' };
    await using plain = await openRun('polly', own);
    const sentence = await plain.run('sentence.wav', { readAlong: 'sentence' });
    expect(sentence.times).not.toHaveProperty('words');
    expect(server.markRequests).toHaveLength(0);
    const estimated = await plain.run('word.wav');
    expect(estimated.times?.words).toEqual({ known: 3, estimated: 18 });
    expect(estimated.warnings).toEqual([
      expect.stringMatching(/words of 2 of 2 sentences are estimated: polly did not return them/u),
    ]);

    await using fresh = await openRun('polly', own);
    const faster = await fresh.run('fast.wav', { speed: 1.25 });
    expect(server.markRequests).toHaveLength(2);
    expect(faster.times?.words).toEqual({ known: 21, estimated: 0 });
    const clips = await clipsOf(path.join(fresh.folder, 'fast.read-along.epub'));
    const onsets = await onsetsOf(clips.sound, fresh.folder);
    const near = clips.begins.slice(1).filter((begin) => Math.min(...onsets.map((one) => Math.abs(one - begin))) <= 30);
    expect(near.length).toBeGreaterThanOrEqual(18);

    const planned = async (readAlong: ConversionRequest['readAlong']) => {
      const request = {
        bookFile: fresh.bookFile,
        output: 'x.wav',
        format: 'wav' as const,
        provider: 'polly',
        readAlong,
      };
      return await planConversion(request, { settings: settingsFrom([own]), signal });
    };
    const [once, twice] = [await planned('sentence'), await planned('word')];
    expect(once.billed.amount).toBeGreaterThan(100);
    expect(twice.billed.amount).toBe(2 * once.billed.amount);
    expect(twice.price.speech).toBeGreaterThan(once.price.speech ?? Infinity);
  });
});
