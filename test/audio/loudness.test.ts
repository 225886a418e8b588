import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { applyGain } from '../../src/audio/loudness/apply-gain.ts';
import { checkAcx } from '../../src/audio/acx/check-acx.ts';
import { acxLoudness, audiobookLoudness } from '../../src/audio/loudness/loudness-target.ts';
import { hopEnergies, LoudnessMeter } from '../../src/audio/loudness/loudness-meter.ts';
import { trimSilence } from '../../src/core/trim-silence.ts';
import { encodeWav } from '../../src/core/wav.ts';
import { sameSamples } from '../helpers/same-samples.ts';
import { decode, ebur128, testRate, systemFfmpeg, testFolder, voice, writeBook } from './sound.ts';

const { signal } = new AbortController();

describe('loudness', () => {
  it.each([24_000, 22_050, 44_100, 48_000])('measures the same loudness at %i Hz as ffmpeg', async (rate) => {
    const folder = await testFolder();
    const path = folder.file('speech.wav');
    const samples = voice(12, 9000, rate);
    await writeFile(path, encodeWav({ samples, sampleRate: rate }));
    const meter = new LoudnessMeter(rate);
    for (let at = 0; at < samples.length; at += 1000) meter.add(samples.subarray(at, at + 1000));
    expect(Math.abs(meter.integrated() - (await ebur128(path)).lufs)).toBeLessThan(0.15);
  });

  it('measures the same loudness in pieces, with silence between them, as in the whole', async () => {
    const folder = await testFolder();
    const path = folder.file('speech.wav');
    const meter = new LoudnessMeter(testRate);
    const whole = new Int16Array(30 * testRate);
    let at = 0;
    for (const seconds of [1.234, 3.07, 0.05, 2.9999, 6.4]) {
      const samples = voice(seconds, 5000 + 3000 * seconds);
      const silence = new Int16Array(Math.round(seconds * 9000));
      whole.set(samples, at);
      at += samples.length + silence.length;
      meter.addMeasured(hopEnergies({ samples, sampleRate: testRate }), samples.length);
      meter.addMeasured(hopEnergies({ samples: silence, sampleRate: testRate }), silence.length);
    }
    await writeFile(path, encodeWav({ samples: whole.subarray(0, at), sampleRate: testRate }));
    expect(Math.abs(meter.integrated() - (await ebur128(path)).lufs)).toBeLessThan(0.2);
  });

  it('measures no loudness in silence', () => {
    const meter = new LoudnessMeter(testRate);
    meter.add(new Int16Array(testRate));
    expect(meter.integrated()).toBe(-Infinity);
  });

  it.each([
    ['quiet', 1500],
    ['loud', 32_000],
  ])('a %s voice is brought to -18 LUFS with peaks below -1.5 dB', async (_case, level) => {
    const folder = await testFolder();
    const path = folder.file('book.m4b');
    await writeBook({ path, format: 'm4b', loudness: audiobookLoudness }, [
      { title: 'One', samples: voice(70, level) },
    ]);
    const { lufs, peakDb } = await ebur128(path);
    expect(Math.abs(lufs + 18)).toBeLessThan(0.5);
    expect(peakDb).toBeLessThanOrEqual(-1.5);
  });

  it('leaves audio unchanged without a target, and keeps its length and chapters with one', async () => {
    const folder = await testFolder();
    const samples = voice(5, 4000);
    const [plain, louderFile] = [folder.file('plain.wav'), folder.file('louder.wav')];
    await writeBook({ path: plain, format: 'wav' }, [{ title: 'One', samples }]);
    await writeBook({ path: louderFile, format: 'wav', loudness: audiobookLoudness }, [{ title: 'One', samples }]);
    expect(sameSamples(await decode(plain), samples)).toBe(true);
    const louder = await decode(louderFile);
    expect(louder).toHaveLength(samples.length);
    const ratios = Array.from(samples, (sample, at) => (louder[at] ?? 0) / sample).filter(
      (_, at) => Math.abs(samples[at] ?? 0) > 2500,
    );
    expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThan(0.01);
  });

  it('multiplies when no peak exceeds the ceiling', () => {
    expect(
      applyGain(
        { samples: Int16Array.from([0, 100, -1000]), sampleRate: testRate },
        { gainDb: 20 * Math.log10(2), ceilingDb: -1 },
      ),
    ).toEqual(Int16Array.from([0, 200, -2000]));
  });

  it('turns down peaks to the ceiling and nothing far from them', () => {
    const samples = new Int16Array(testRate).fill(1000);
    samples[12_000] = 30_000;
    const limited = applyGain({ samples, sampleRate: testRate }, { gainDb: 6, ceilingDb: -3 });
    const ceiling = 32_768 * 10 ** (-3 / 20);
    expect(Math.max(...limited)).toBeLessThanOrEqual(Math.ceil(ceiling));
    expect(limited[12_000]).toBeGreaterThan(ceiling - 2);
    expect(limited[0]).toBe(1995);
    expect(limited[testRate - 1]).toBe(1995);
  });

  it.each([0, 6])(
    'gives the same in the memory of the samples, with %d dB and a peak in the last sample of a block',
    (gainDb) => {
      const samples = voice(3, 9000);
      for (const at of [0, 511, 512, 30_000, samples.length - 1]) samples[at] = 32_000;
      const apart = applyGain({ samples, sampleRate: testRate }, { gainDb, ceilingDb: -3 });
      const inPlace = applyGain({ samples, sampleRate: testRate }, { gainDb, ceilingDb: -3, output: samples });
      expect(inPlace).toBe(samples);
      expect(sameSamples(inPlace, apart)).toBe(true);
      expect(Math.max(...apart)).toBeLessThanOrEqual(Math.ceil(32_768 * 10 ** (-3 / 20)));
    },
  );

  it.each([8000, 22_050, 48_000])('limits a long sound of %i Hz in windows as if it were one', (sampleRate) => {
    const samples = voice(4, 9000, sampleRate);
    // The first window ends after 32,768 samples. Peaks on both sides of its end, and behind all that it looks ahead.
    for (const at of [100, 32_000, 32_767, 32_768, 33_300, 34_600, 65_535, 70_000])
      if (at < samples.length) samples[at] = -32_000;
    const { gain, ceiling } = { gain: 10 ** (6 / 20), ceiling: 32_768 * 10 ** (-3 / 20) };
    const reductions = Float64Array.from(samples, (sample) => Math.max(0, gain - ceiling / Math.abs(sample)));
    const smooth = (from: number, by: number, seconds: number): void => {
      for (let at = from, left = 0; at >= 0 && at < samples.length; at += by) {
        left *= Math.exp(-1 / (seconds * sampleRate));
        left = Math.max(left, reductions[at] ?? 0);
        reductions[at] = left;
      }
    };
    smooth(0, 1, 0.05);
    smooth(samples.length - 1, -1, 0.005);
    const expected = samples.map((sample, at) => Math.floor(sample * (gain - (reductions[at] ?? 0)) + 0.5));
    const limited = applyGain({ samples, sampleRate }, { gainDb: 6, ceilingDb: -3 });
    const differences = limited.map((sample, at) => Math.abs(sample - (expected[at] ?? 0)));
    // A reduction of less than a millionth of the gain does not count.
    expect(differences.reduce((most, difference) => Math.max(most, difference), 0)).toBeLessThanOrEqual(1);
    expect(differences.filter((difference) => difference > 0).length).toBeLessThan(samples.length / 1000);
  });

  it('trims silence around speech except for a natural remainder', () => {
    const samples = new Int16Array(testRate);
    samples.fill(5000, 10_000, 12_000);
    const trimmed = trimSilence({ samples, sampleRate: testRate });
    expect(trimmed.samples).toEqual(samples.subarray(10_000 - 480, 12_000 + 480));
    expect(trimSilence({ samples: new Int16Array(500), sampleRate: testRate }).samples).toHaveLength(0);
    expect(trimSilence({ samples: samples.subarray(10_000, 12_000), sampleRate: testRate }).samples).toHaveLength(2000);
  });

  it('passes a chapter made for ACX and lists the problems of another', async () => {
    const folder = await testFolder();
    const ffmpeg = await systemFfmpeg;
    const spoken = voice(11, 4000);
    const samples = new Int16Array(spoken.length + testRate * 2.2);
    samples.set(spoken, testRate * 0.7);
    const [good, bad] = [folder.file('good.mp3'), folder.file('bad.mp3')];
    await writeBook({ path: good, loudness: acxLoudness }, [{ title: 'One', samples }]);
    await writeBook({ path: bad, bitrate: '64k' }, [{ title: 'One', samples: voice(11, 32_000) }]);
    const report = await checkAcx(good, ffmpeg, signal);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ sampleRate: 44_100, bitrate: 192_000 });
    expect(report.headSeconds).toBeCloseTo(0.7, 1);
    expect((await checkAcx(bad, ffmpeg, signal)).problems.join('\n')).toMatch(
      /64k[^]*24000 Hz[^]*RMS[^]*begins[^]*ends/u,
    );
  });

  it('refuses a file that is missing or not audio', async () => {
    const folder = await testFolder();
    const ffmpeg = await systemFfmpeg;
    const text = folder.file('text.mp3');
    await writeFile(text, 'no sound');
    await expect(checkAcx(folder.file('none.mp3'), ffmpeg, signal)).rejects.toMatchObject({
      code: 'file-not-found',
    });
    await expect(checkAcx(text, ffmpeg, signal)).rejects.toMatchObject({ code: 'media-failed' });
  });
});
