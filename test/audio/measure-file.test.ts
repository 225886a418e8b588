import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { measureFile } from '../../src/audio/loudness/measure-file.ts';
import { TruePeakMeter } from '../../src/audio/loudness/true-peak-meter.ts';
import { ebur128, systemFfmpeg, testFolder } from './sound.ts';

const { signal } = new AbortController();

/** Writes sound that ffmpeg generates. */
async function generate(file: string, source: string, ...options: readonly string[]): Promise<void> {
  const { path } = await systemFfmpeg;
  await promisify(execFile)(path, ['-v', 'error', '-f', 'lavfi', '-i', source, ...options, file]);
}

describe('measureFile', () => {
  it('says what is wrong with a path that cannot be read, and does not call it missing or no audio', async () => {
    const folder = await testFolder();
    const loop = folder.file('loop.mp3');
    await symlink(loop, loop);
    const ffmpeg = await systemFfmpeg;
    const failures = [folder.file(''), loop, folder.file('none.mp3')].map(
      async (file) => await measureFile(file, ffmpeg, signal),
    );
    expect(
      (await Promise.allSettled(failures)).map((each) => (each.status === 'rejected' ? each.reason : each)),
    ).toEqual([
      expect.objectContaining({
        code: 'bad-value',
        message: expect.stringMatching(/ is a folder or no ordinary file\.$/u),
      }),
      expect.objectContaining({ code: 'bad-value', message: expect.stringMatching(/^Cannot read .* \(ELOOP\)\.$/u) }),
      expect.objectContaining({ code: 'file-not-found' }),
    ]);
  });

  it.each([
    ['mono', 'sine=frequency=997:sample_rate=44100:duration=6,volume=-9dB', 'sound.wav', 1],
    ['stereo with different channels', 'aevalsrc=0.4*sin(2*PI*440*t)|0.1*sin(2*PI*990*t):s=48000:d=6', 'sound.flac', 2],
    ['stereo MP3', 'aevalsrc=0.5*sin(2*PI*500*t)|0.3*sin(2*PI*1500*t):s=44100:d=6', 'sound.mp3', 2],
  ])('measures %s as ffmpeg does', async (_case, source, name, channels) => {
    const folder = await testFolder();
    const file = folder.file(name);
    await generate(file, source);
    const measured = await measureFile(file, await systemFfmpeg, signal);
    const { lufs, peakDb } = await ebur128(file);
    expect(measured.channels).toHaveLength(channels);
    expect(Math.abs(measured.lufs - lufs)).toBeLessThan(0.15);
    expect(Math.abs(measured.truePeakDb - peakDb)).toBeLessThan(0.15);
  });

  it('does not average a sound in one channel with the silence in the other', async () => {
    const folder = await testFolder();
    const file = folder.file('panned.wav');
    await generate(file, 'aevalsrc=0.5*sin(2*PI*440*t)|0:s=44100:d=3');
    const [left, right] = (await measureFile(file, await systemFfmpeg, signal)).channels;
    expect(left?.peakDb).toBeCloseTo(-6.02, 1);
    expect(left?.rmsDb).toBeCloseTo(-9.03, 1);
    expect(right?.rmsDb).toBe(-Infinity);
  });

  it('finds a peak between two samples', () => {
    const samples = Int16Array.from({ length: 4000 }, (_, at) =>
      Math.round(16_384 * Math.sin((Math.PI / 2) * at + Math.PI / 4)),
    );
    const meter = new TruePeakMeter(48_000);
    for (let at = 0; at < samples.length; at += 7) meter.add(samples.subarray(at, at + 7));
    expect(Math.max(...samples) / 32_768).toBeCloseTo(0.3536, 3);
    expect(Math.abs(meter.peakDb() + 6.02)).toBeLessThan(0.2);
  });

  it('measures no level in silence', async () => {
    const folder = await testFolder();
    const file = folder.file('silence.wav');
    await generate(file, 'anullsrc=r=24000:cl=mono', '-t', '1');
    expect(await measureFile(file, await systemFfmpeg, signal)).toMatchObject({
      lufs: -Infinity,
      truePeakDb: -Infinity,
    });
  });
});
