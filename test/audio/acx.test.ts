import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checkAcx } from '../../src/audio/acx/check-acx.ts';
import { encodeWav } from '../../src/core/wav.ts';
import { acxLoudness } from '../../src/audio/loudness/loudness-target.ts';
import { decode, ebur128, openWriter, probe, systemFfmpeg, testFolder, testRate, voice, writeBook } from './sound.ts';
import type { TestChapter, TestFolder } from './sound.ts';

const { signal } = new AbortController();

/** Returns a chapter with pauses around its speech, in seconds. */
function chapter(
  title: string,
  speech: Int16Array,
  pauses: { readonly head?: number; readonly tail?: number } = {},
): TestChapter {
  const { head = 0.52, tail = 1.52 } = pauses;
  const samples = new Int16Array(Math.round((head + tail) * testRate) + speech.length);
  samples.set(speech, Math.round(head * testRate));
  return { title, samples };
}

async function acxBook(folder: TestFolder, chapters: readonly TestChapter[], sampleRate = testRate) {
  const options = {
    path: folder.file('book'),
    layout: 'chapters',
    acx: true,
    loudness: acxLoudness,
    sampleRate,
  } as const;
  return await writeBook(options, chapters);
}

async function problemsOf(file: string): Promise<readonly string[]> {
  return (await checkAcx(file, await systemFfmpeg, signal)).problems;
}

describe('chapters for ACX', () => {
  it('pass the check, however short they are or quieter than the others', async () => {
    const folder = await testFolder();
    const files = await acxBook(folder, [
      chapter('Long', voice(40, 6000)),
      chapter('A dedication', voice(1.2, 6000)),
      chapter('Quiet', voice(20, 2500)),
      chapter('Loud', voice(20, 30_000)),
      chapter('Slow', new Int16Array([...voice(2, 5000), ...new Int16Array(3 * testRate), ...voice(2, 5000)])),
    ]);
    for (const file of files) {
      expect([file.path, await problemsOf(file.path)]).toEqual([file.path, []]);
      expect(file.problems).toEqual([]);
    }
    const { format, streams } = await probe(files[1]?.path ?? '');
    expect(format.tags).toMatchObject({ title: 'A dedication', album: 'A Book', track: '2/5' });
    expect(streams[0]).toMatchObject({ sample_rate: '44100', bit_rate: '192000' });
    expect(await folder.list()).toEqual(['book']);
  });

  it('are reported with the loudness and peak that the finished files have', async () => {
    const folder = await testFolder();
    const options = { path: folder.file('book'), layout: 'chapters', acx: true, loudness: acxLoudness } as const;
    await using writer = await openWriter(options);
    for (const { title, samples } of [1, 2, 3].map((part) => chapter(`Part ${part}`, voice(1.2, 6000), { tail: 4 }))) {
      writer.startChapter(title);
      await writer.write(samples);
    }
    const files = await writer.finish();
    const heard = await ebur128(`concat:${files.map((file) => file.path).join('|')}`);
    const { lufs = 0, truePeakDb = 0, missingLu } = writer.leveling() ?? {};
    expect(Math.abs(heard.lufs - acxLoudness.lufs)).toBeGreaterThan(1);
    expect(Math.abs(lufs - heard.lufs)).toBeLessThan(0.3);
    expect(Math.abs(truePeakDb - heard.peakDb)).toBeLessThan(0.3);
    expect(missingLu).toBe(0);
  });

  it('have room tone instead of digital silence in their pauses', async () => {
    const folder = await testFolder();
    const [file] = await acxBook(folder, [chapter('One', voice(8, 6000))]);
    const { floorDb } = await checkAcx(file?.path ?? '', await systemFfmpeg, signal);
    expect(floorDb).toBeGreaterThan(-80);
    expect(floorDb).toBeLessThan(-65);
  });

  it('have no level when they are silent', async () => {
    const folder = await testFolder();
    const file = folder.file('silent.wav');
    await writeFile(file, encodeWav({ samples: new Int16Array(4 * testRate), sampleRate: testRate }));
    expect(await problemsOf(file)).toContainEqual(expect.stringContaining('its RMS is -inf dB'));
  });

  it('begin and end with the silence that ACX requires, and say how much was added', async () => {
    const folder = await testFolder();
    const [short, long] = await acxBook(folder, [
      chapter('Short', voice(6, 6000), { head: 0.2, tail: 0.3 }),
      chapter('Long', voice(6, 6000), { head: 2, tail: 7 }),
    ]);
    for (const file of [short, long]) expect(await problemsOf(file?.path ?? '')).toEqual([]);
    expect(short?.addedSilence?.leadSeconds).toBeGreaterThan(0.3);
    expect(long?.addedSilence?.trailSeconds).toBeLessThan(-2);
    expect(((await decode(short?.path ?? '')).length / testRate).toFixed(1)).toBe(short?.seconds.toFixed(1));
  });

  it('have 44.1 kHz for a voice of 48 kHz', async () => {
    const folder = await testFolder();
    const samples = new Int16Array(48_000 * 8);
    samples.set(voice(6, 6000, 48_000), 48_000 * 0.6);
    const [file] = await acxBook(folder, [{ title: 'One', samples }], 48_000);
    expect(await problemsOf(file?.path ?? '')).toEqual([]);
  });

  it('that cannot conform are written with the list of problems', async () => {
    const folder = await testFolder();
    const clicks = Int16Array.from({ length: 10 * testRate }, (_, at) => (at % testRate === 0 ? 30_000 : 0));
    const [good, bad] = await acxBook(folder, [chapter('Good', voice(8, 6000)), chapter('Clicks', clicks)]);
    expect(good?.problems).toEqual([]);
    expect(bad?.problems?.join()).toMatch(/its RMS is -\d/u);
    expect(await problemsOf(bad?.path ?? '')).toEqual(bad?.problems);
  });
});

describe('checkAcx', () => {
  it('measures each channel instead of their mean', async () => {
    const folder = await testFolder();
    const file = folder.file('panned.mp3');
    const source = 'aevalsrc=0.8*sin(2*PI*440*t)|0.02*sin(2*PI*440*t):s=44100:d=6';
    const { path } = await systemFfmpeg;
    await promisify(execFile)(path, ['-v', 'error', '-f', 'lavfi', '-i', source, '-b:a', '192k', file]);
    const report = await checkAcx(file, await systemFfmpeg, signal);
    expect(report.channels).toHaveLength(2);
    expect(report.peakDb).toBeCloseTo(-2.2, 0);
    expect(report.problems.join('\n')).toMatch(
      /its left channel's RMS is -5\.\d dB[^]*its left channel's peak is -2\.\d dB[^]*its right channel's RMS is -3\d\.\d dB/u,
    );
  });
});
