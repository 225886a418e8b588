import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { applyGain } from '../../src/audio/apply-gain.ts';
import { ACX_LOUDNESS, AUDIOBOOK_LOUDNESS } from '../../src/audio/leveled-encoding.ts';
import { checkAcx } from '../../src/audio/check-acx.ts';
import { LoudnessMeter } from '../../src/audio/loudness-meter.ts';
import { trimSilence } from '../../src/audio/trim-silence.ts';
import { encodeWav } from '../../src/core/wav.ts';
import { decode, RATE, testFolder, writeBook, systemFfmpeg } from './sound.ts';

const { signal } = new AbortController();

/** Syllables of a gliding voice with pauses, its peaks at about `level`. */
function speech(seconds: number, level: number, rate = RATE): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const time = at / rate;
    phase += (2 * Math.PI * (130 + 40 * Math.sin(time * 3))) / rate;
    const syllable = Math.max(0, Math.sin(time * 12)) * (time % 4 < 3 ? 1 : 0);
    return Math.round(
      level * syllable * (0.6 * Math.sin(phase) + 0.3 * Math.sin(3 * phase) + 0.1 * Math.sin(7 * phase)),
    );
  });
}

/** Integrated loudness and true peak as ffmpeg's ebur128 filter finds them. */
async function ebur128(path: string): Promise<{ lufs: number; peakDb: number }> {
  const { path: ffmpeg } = await systemFfmpeg;
  const args = ['-nostdin', '-hide_banner', '-i', path, '-map', '0:a', '-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)(ffmpeg, args, { maxBuffer: 2 ** 26 });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const value = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1]);
  return { lufs: value(/I: +(-?[\d.]+) LUFS/u), peakDb: value(/Peak: +(-?[\d.]+) dBFS/u) };
}

test.each([24_000, 22_050, 44_100, 48_000])('loudness at %i Hz is what ffmpeg measures', async (rate) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'speech.wav');
  const samples = speech(12, 9000, rate);
  await writeFile(path, encodeWav({ samples, sampleRate: rate }));
  const meter = new LoudnessMeter(rate);
  for (let at = 0; at < samples.length; at += 1000) meter.add(samples.subarray(at, at + 1000));
  expect(Math.abs(meter.integrated() - (await ebur128(path)).lufs)).toBeLessThan(0.15);
});

test('silence has no loudness', () => {
  const meter = new LoudnessMeter(RATE);
  meter.add(new Int16Array(RATE));
  expect(meter.integrated()).toBe(-Infinity);
});

test.each([
  ['quiet', 1500],
  ['loud', 32_000],
])('a %s voice is brought to -18 LUFS with peaks below -1.5 dB', async (_case, level) => {
  await using folder = await testFolder();
  const path = join(folder.path, 'book.m4b');
  await writeBook({ path, format: 'm4b', loudness: AUDIOBOOK_LOUDNESS }, [
    { title: 'One', samples: speech(70, level) },
  ]);
  const { lufs, peakDb } = await ebur128(path);
  expect(Math.abs(lufs + 18)).toBeLessThan(0.5);
  expect(peakDb).toBeLessThanOrEqual(-1.5);
});

test('without a loudness the sound is left as it is, with one it keeps its length and its chapters', async () => {
  await using folder = await testFolder();
  const samples = speech(5, 4000);
  const [plain, leveled] = [join(folder.path, 'plain.wav'), join(folder.path, 'leveled.wav')];
  await writeBook({ path: plain, format: 'wav' }, [{ title: 'One', samples }]);
  await writeBook({ path: leveled, format: 'wav', loudness: AUDIOBOOK_LOUDNESS }, [{ title: 'One', samples }]);
  expect(await decode(plain)).toEqual(samples);
  const louder = await decode(leveled);
  expect(louder).toHaveLength(samples.length);
  const ratios = Array.from(samples, (sample, at) => (louder[at] ?? 0) / sample).filter(
    (_, at) => Math.abs(samples[at] ?? 0) > 2500,
  );
  expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.01);
});

test('a gain without peaks over the ceiling is a plain multiplication', () => {
  expect(applyGain(Int16Array.from([0, 100, -1000]), RATE, 20 * Math.log10(2), -1)).toEqual(
    Int16Array.from([0, 200, -2000]),
  );
});

test('peaks over the ceiling are turned down to it, and what is far from them is not', () => {
  const samples = new Int16Array(RATE).fill(1000);
  samples[12_000] = 30_000;
  const limited = applyGain(samples, RATE, 6, -3);
  const ceiling = 32_768 * 10 ** (-3 / 20);
  expect(Math.max(...limited)).toBeLessThanOrEqual(Math.ceil(ceiling));
  expect(limited[12_000]).toBeGreaterThan(ceiling - 2);
  expect(limited[0]).toBe(1995);
  expect(limited[RATE - 1]).toBe(1995);
});

test('silence around a piece of speech goes, but for a natural remainder', () => {
  const samples = new Int16Array(RATE);
  samples.fill(5000, 10_000, 12_000);
  const trimmed = trimSilence({ samples, sampleRate: RATE });
  expect(trimmed.samples).toEqual(samples.subarray(10_000 - 480, 12_000 + 480));
  expect(trimSilence({ samples: new Int16Array(500), sampleRate: RATE }).samples).toHaveLength(0);
  expect(trimSilence({ samples: samples.subarray(10_000, 12_000), sampleRate: RATE }).samples).toHaveLength(2000);
});

test('a chapter made for ACX passes, and one that is not is told why', async () => {
  await using folder = await testFolder();
  const ffmpeg = await systemFfmpeg;
  const voice = speech(11, 4000);
  const samples = new Int16Array(voice.length + RATE * 2.2);
  samples.set(voice, RATE * 0.7);
  const [good, bad] = [join(folder.path, 'good.mp3'), join(folder.path, 'bad.mp3')];
  await writeBook({ path: good, loudness: ACX_LOUDNESS }, [{ title: 'One', samples }]);
  await writeBook({ path: bad, bitrate: '64k' }, [{ title: 'One', samples: speech(11, 32_000) }]);
  const report = await checkAcx(good, ffmpeg, signal);
  expect(report.problems).toEqual([]);
  expect(report).toMatchObject({ sampleRate: 44_100, bitrate: 192_000 });
  expect(report.headSeconds).toBeCloseTo(0.7, 1);
  expect((await checkAcx(bad, ffmpeg, signal)).problems.join('\n')).toMatch(
    /64k[^]*24000 Hz[^]*RMS[^]*begins[^]*ends/u,
  );
});

test('a file that is missing or no audio cannot be checked', async () => {
  await using folder = await testFolder();
  const ffmpeg = await systemFfmpeg;
  const text = join(folder.path, 'text.mp3');
  await writeFile(text, 'no sound');
  await expect(checkAcx(join(folder.path, 'none.mp3'), ffmpeg, signal)).rejects.toMatchObject({
    code: 'file-not-found',
  });
  await expect(checkAcx(text, ffmpeg, signal)).rejects.toMatchObject({ code: 'media-failed' });
});
