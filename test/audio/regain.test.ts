import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { AudioEncoding, EncodingOptions } from '../../src/audio/encoding/audio-encoding.ts';
import { openChapterFiles } from '../../src/audio/encoding/chapter-files-encoding.ts';
import { gainStepDb, gainOfSteps } from '../../src/audio/loudness/gain-step.ts';
import { openM4bEncoding } from '../../src/audio/mp4/m4b-encoding.ts';
import { openMp3Encoding } from '../../src/audio/mp3/mp3-encoding.ts';
import { openAtomicFile } from '../../src/core/files/atomic-file.ts';
import { openFlacEncoding, openOpusEncoding } from '../../src/audio/encoding/flac-opus-encoding.ts';
import { rewriteFile } from '../../src/audio/encoding/rewrite-file.ts';
import { openWavEncoding } from '../../src/audio/encoding/wav-encoding.ts';
import { decode, testRate, systemFfmpeg, testFolder, voice } from './sound.ts';

type Open = (options: EncodingOptions) => Promise<AudioEncoding>;

const openChapterMp3s: Open = async (options) => await openChapterFiles(options, '.mp3', openMp3Encoding);

describe('regain', () => {
  it.each<[string, string, Open, Partial<EncodingOptions>]>([
    ['an M4B', 'book.m4b', openM4bEncoding, {}],
    ['an MP3 of MPEG-1', 'book.mp3', openMp3Encoding, { bitrate: '192k' }],
    ['an MP3 of MPEG-2', 'book.mp3', openMp3Encoding, { bitrate: '64k' }],
    ['an MP3 of MPEG-2.5', 'book.mp3', openMp3Encoding, { bitrate: '32k', sampleRate: 8000 }],
    ['one MP3 per chapter', '001 - One.mp3', openChapterMp3s, {}],
    ['Opus', 'book.opus', openOpusEncoding, {}],
    ['FLAC', 'book.flac', openFlacEncoding, {}],
    ['WAV', 'book.wav', openWavEncoding, {}],
  ])('makes %s louder and quieter after encoding and changes nothing else', async (_, name, open, choices) => {
    const sounds = [];
    for (const steps of [0, 2, -5]) {
      const folder = await testFolder();
      await encode(open, open === openChapterMp3s ? folder.path : folder.file(name), steps, choices);
      expect(await folder.list()).toEqual([name]);
      sounds.push(await decode(folder.file(name)));
    }
    const [plain, louder, quieter] = sounds as [Int16Array, Int16Array, Int16Array];
    expect([louder.length, quieter.length]).toEqual([plain.length, plain.length]);
    const [up, down] = [compare(plain, louder), compare(plain, quieter)];
    expect(up.ratio).toBeCloseTo(gainOfSteps(2), 3);
    expect(down.ratio).toBeCloseTo(gainOfSteps(-5), 3);
    expect(Math.max(up.error, down.error)).toBeLessThan(0.002);
  });

  it('uses steps of 1.5 dB, as AAC and MP3 frames do', () => {
    expect(20 * Math.log10(gainOfSteps(1))).toBeCloseTo(gainStepDb, 10);
    expect(gainStepDb).toBeCloseTo(1.505, 3);
  });

  it('throws for bytes that are not a frame', async () => {
    const folder = await testFolder();
    await using file = await openAtomicFile(folder.file('book.mp3'));
    await writeFile(file.path, 'no frame');
    const { signal } = new AbortController();
    await expect(rewriteFile(file, () => 0, signal)).rejects.toMatchObject({ code: 'media-failed' });
    await expect(rewriteFile(file, (bytes) => bytes.length, AbortSignal.abort())).rejects.toMatchObject({
      code: 'canceled',
    });
  });
});

async function encode(open: Open, path: string, steps: number, choices: Partial<EncodingOptions> = {}): Promise<void> {
  const sampleRate = choices.sampleRate ?? testRate;
  const samples = voice(4, 9000, sampleRate);
  await using encoding = await open({
    path,
    bitrate: undefined,
    sampleRate,
    metadata: { title: 'A Book', authors: [] },
    cover: undefined,
    maxPartSeconds: undefined,
    ffmpeg: await systemFfmpeg,
    signal: new AbortController().signal,
    ...choices,
  });
  encoding.startChapter('One');
  for (let at = 0; at < samples.length; at += 2400) await encoding.write(samples.subarray(at, at + 2400));
  await encoding.end();
  if (steps !== 0) await encoding.regain(steps);
  await encoding.finish({ totalSamples: samples.length, chapters: [], track: undefined });
}

/** How many times as loud the second is, and how far its samples are from exactly that, against its own level. */
function compare(first: Int16Array, second: Int16Array): { ratio: number; error: number } {
  let [product, square, difference, level] = [0, 0, 0, 0];
  for (const [at, sample] of first.entries()) {
    product += sample * (second[at] ?? 0);
    square += sample * sample;
  }
  const ratio = product / square;
  for (const [at, sample] of second.entries()) {
    difference += (sample - ratio * (first[at] ?? 0)) ** 2;
    level += sample * sample;
  }
  return { ratio, error: Math.sqrt(difference / level) };
}
