import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { audioDuration } from '../../src/audio/files/audio-duration.ts';
import { chapterMetadata } from '../../src/audio/files/chapter-metadata.ts';
import { combineWavs } from '../../src/audio/files/combine-wavs.ts';
import { wavToMp3 } from '../../src/audio/files/wav-to-mp3.ts';
import { decodeWav, encodeWav } from '../../src/core/wav.ts';
import { chapterSound, decode, probe, testRate, voice, testFolder, writeBook, systemFfmpeg } from './sound.ts';
import type { TestFolder } from './sound.ts';

const { signal } = new AbortController();

describe('operations on audio files', () => {
  it.each(['mp3', 'm4b', 'wav'] as const)('reads the duration of a %s', async (format) => {
    const folder = await testFolder();
    const path = folder.file(`book.${format}`);
    await writeBook({ path, format }, [{ title: 'One', samples: chapterSound(12.5) }]);
    expect(Math.abs((await audioDuration(path)) - 12.5)).toBeLessThan(0.06);
  });

  it('reads 0 seconds for a file that cannot be decoded', async () => {
    const folder = await testFolder();
    const empty = folder.file('empty.mp3');
    const text = folder.file('text.wav');
    const noise = folder.file('noise.mp3');
    const bytes = Buffer.alloc(100_000);
    for (let at = 0, state = 1; at < bytes.length; at += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      bytes[at] = state >>> 16;
    }
    await Promise.all([writeFile(empty, ''), writeFile(text, 'RIFF but no sound'), writeFile(noise, bytes)]);
    for (const path of [empty, text, noise, folder.file('none.mp3'), folder.path]) {
      expect(await audioDuration(path)).toBe(0);
    }
  });

  it.each([
    ['m4b', 'mdat'],
    ['flac', undefined],
    ['mp3', undefined],
    ['opus', undefined],
  ] as const)('reads 0 seconds for a %s whose header is valid and whose audio is not', async (format, atom) => {
    const folder = await testFolder();
    const path = folder.file(`broken.${format}`);
    await writeBook({ path, format }, [{ title: 'One', samples: voice(10, 8000) }]);
    expect(await audioDuration(path)).toBeGreaterThan(9);
    const bytes = await readFile(path);
    const start = atom === undefined ? Math.round(bytes.length * 0.1) : bytes.indexOf(atom) + 4;
    bytes.fill(0, start);
    await writeFile(path, bytes);
    expect(await audioDuration(path)).toBe(0);
  });

  it('reads the duration of a file whose beginning alone is damaged', async () => {
    const folder = await testFolder();
    const path = folder.file('book.m4b');
    await writeBook({ path, format: 'm4b' }, [{ title: 'One', samples: voice(20, 8000) }]);
    const bytes = await readFile(path);
    const start = bytes.indexOf('mdat') + 4;
    await writeFile(path, bytes.fill(0, start, start + Math.round((bytes.length - start) * 0.3)));
    expect(await audioDuration(path)).toBeGreaterThan(19);
  });

  it('reads the remaining audio of a truncated WAV', async () => {
    const folder = await testFolder();
    const path = await wav(folder, 'cut.wav', 10);
    await truncate(path, 44 + testRate * 2 * 4);
    expect(Math.abs((await audioDuration(path)) - 4)).toBeLessThan(0.01);
  });

  it('joins WAV files in order, at the rate of the first', async () => {
    const folder = await testFolder();
    const paths = [
      await wav(folder, 'a.wav', 0.5),
      await wav(folder, 'b.wav', 0.25, 16_000),
      await wav(folder, 'c.wav', 0.5),
    ];
    const output = folder.file('all.wav');
    expect(await combineWavs(paths, output, signal)).toEqual({ path: output, seconds: 1.25, leftOut: [] });
    const { samples, sampleRate } = decodeWav(await readFile(output));
    expect([samples.length, sampleRate]).toEqual([1.25 * testRate, testRate]);
    expect(samples.subarray(0, 0.5 * testRate)).toEqual(chapterSound(0.5));
  });

  it('lists a missing or broken WAV and joins the others', async () => {
    const folder = await testFolder();
    const broken = folder.file('broken.wav');
    await writeFile(broken, 'no sound');
    const missing = folder.file('missing.wav');
    const output = folder.file('all.wav');
    const result = await combineWavs([missing, await wav(folder, 'a.wav', 1), broken], output, signal);
    expect(result.seconds).toBe(1);
    expect(result.leftOut).toEqual([
      { path: missing, reason: 'the file does not exist' },
      { path: broken, reason: expect.stringMatching(/WAV/u) },
    ]);
  });

  it('throws bad-value with all reasons and writes nothing when every WAV is invalid', async () => {
    const folder = await testFolder();
    const missing = folder.file('missing.wav');
    const output = folder.file('all.wav');
    await expect(combineWavs([missing], output, signal)).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining(missing),
    });
    await expect(combineWavs([], output, signal)).rejects.toMatchObject({ code: 'bad-value' });
    expect(await folder.list()).toEqual([]);
  });

  it('converts a WAV to an MP3 of 192k and deletes it', async () => {
    const folder = await testFolder();
    const path = await wav(folder, 'a.wav', 2);
    const ffmpeg = await systemFfmpeg;
    expect(await wavToMp3(path, { ffmpeg, signal })).toBe(folder.file('a.mp3'));
    expect(await folder.list()).toEqual(['a.mp3']);
    expect((await probe(folder.file('a.mp3'))).streams[0]).toMatchObject({ codec_name: 'mp3', bit_rate: '192000' });
    expect(await decode(folder.file('a.mp3'))).toHaveLength(2 * testRate);
  });

  it('keeps the WAV on request, and when it is not a WAV', async () => {
    const folder = await testFolder();
    const path = await wav(folder, 'a.wav', 1);
    const ffmpeg = await systemFfmpeg;
    await wavToMp3(path, { ffmpeg, signal, removeSource: false, bitrate: '96k' });
    expect(await folder.list()).toEqual(['a.mp3', 'a.wav']);
    const broken = folder.file('broken.wav');
    await writeFile(broken, 'no sound');
    await expect(wavToMp3(broken, { ffmpeg, signal })).rejects.toMatchObject({ code: 'media-failed' });
    expect(await folder.list()).toEqual(['a.mp3', 'a.wav', 'broken.wav']);
  });

  it('refuses a bitrate that MP3 does not have instead of using another one', async () => {
    const folder = await testFolder();
    const path = await wav(folder, 'a.wav', 1);
    const ffmpeg = await systemFfmpeg;
    await expect(wavToMp3(path, { ffmpeg, signal, bitrate: '100k' })).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining('96k, 112k'),
    });
    expect(await folder.list()).toEqual(['a.wav']);
    await wavToMp3(path, { ffmpeg, signal, bitrate: '144k' });
    expect((await probe(folder.file('a.mp3'))).streams[0]).toMatchObject({ bit_rate: '144000', sample_rate: '24000' });
  });

  it('throws file-not-found for a missing WAV', async () => {
    const folder = await testFolder();
    const converting = wavToMp3(folder.file('none.wav'), { ffmpeg: await systemFfmpeg, signal });
    await expect(converting).rejects.toMatchObject({ code: 'file-not-found' });
  });

  it('replaces no file that is there, and with force never the input', async () => {
    const folder = await testFolder();
    const ffmpeg = await systemFfmpeg;
    const [first, second] = [await wav(folder, 'a.wav', 1), await wav(folder, 'b.wav', 1)];
    const songs = [folder.file('all.wav'), folder.file('a.mp3')] as const;
    for (const song of songs) await writeFile(song, 'a song');
    const refused = { code: 'bad-value', message: expect.stringContaining('exists') };
    await expect(combineWavs([first, second], songs[0], signal)).rejects.toMatchObject(refused);
    await expect(wavToMp3(first, { ffmpeg, signal })).rejects.toMatchObject(refused);
    for (const song of songs) expect(await readFile(song, 'utf8')).toBe('a song');
    await combineWavs([first, second], songs[0], signal, { force: true });
    await wavToMp3(first, { ffmpeg, signal, force: true, removeSource: false });
    expect(await audioDuration(songs[0])).toBeCloseTo(2);
    expect(await audioDuration(songs[1])).toBeCloseTo(1, 1);

    const link = folder.file('link.wav');
    await symlink('b.wav', link);
    const odd = await wav(folder, 'odd.mp3', 1);
    const isRead = { code: 'bad-value', message: expect.stringContaining('the run reads it as') };
    await expect(combineWavs([first, second], link, signal, { force: true })).rejects.toMatchObject(isRead);
    await expect(wavToMp3(odd, { ffmpeg, signal, force: true })).rejects.toMatchObject(isRead);
    expect(await audioDuration(second)).toBeCloseTo(1);
    expect((await readFile(odd)).subarray(0, 4).toString()).toBe('RIFF');
  });

  it('replaces no file that appears while an MP3 is made', async () => {
    const folder = await testFolder();
    const path = await wav(folder, 'a.wav', 120);
    const converting = wavToMp3(path, { ffmpeg: await systemFfmpeg, signal });
    await vi.waitFor(async () => expect(await folder.list()).toHaveLength(2), { timeout: 60_000, interval: 5 });
    await writeFile(folder.file('a.mp3'), 'a song');
    await expect(converting).rejects.toMatchObject({ code: 'bad-value' });
    expect(await readFile(folder.file('a.mp3'), 'utf8')).toBe('a song');
    expect(await folder.list()).toEqual(['a.mp3', 'a.wav']);
  });

  it('returns chapter starts in milliseconds and durations in seconds, without drift', async () => {
    const folder = await testFolder();
    const files = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => ({
        title: index === 3 ? ' \n' : `T${index}`,
        path: await wav(folder, `${index}.wav`, 0.1004),
      })),
    );
    const chapters = await chapterMetadata(files);
    expect(chapters[0]).toEqual({ title: 'T0', startMs: 0, durationSeconds: expect.closeTo(0.1004, 4) });
    expect(chapters[3]?.title).toBe('Chapter 4');
    expect(chapters[7]?.startMs).toBe(Math.round((7 * 2410 * 1000) / testRate));
  });
});

async function wav(folder: TestFolder, name: string, seconds: number, sampleRate = testRate): Promise<string> {
  const path = folder.file(name);
  await writeFile(path, encodeWav({ samples: chapterSound(seconds, sampleRate), sampleRate }));
  return path;
}
