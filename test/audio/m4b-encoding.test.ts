import { readFile, writeFile, chmod } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import { describe, expect, it } from 'vitest';
import { EncoderPool } from '../../src/audio/encoding/parts/encoder-pool.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { concatPcm } from '../../src/core/pcm.ts';
import { espeakJs } from '../../src/speech/embedded/espeak/espeak-js.ts';
import { burstStarts, chapterSound, decode, openWriter, probe, testFolder, voice, writeBook } from './sound.ts';

/** Texts of half a minute together. */
const spokenTexts = Array.from(
  { length: 4 },
  (_, index) =>
    `On day ${index} the last tram left the square at half past eleven, and nobody who had missed it could say why. Peter took the key. The clerk kept talking, as if the door had been open all along.`,
);

describe('openM4bEncoding', () => {
  it('writes the tables before the audio, so that the file can be streamed', async () => {
    const folder = await testFolder();
    const path = folder.file('book.m4b');
    await writeBook({ path, format: 'm4b' }, [{ title: 'One', samples: chapterSound(5) }]);
    const bytes = await readFile(path);
    expect(bytes.toString('latin1', 4, 12)).toBe('ftypM4B ');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('lowers its default bitrate to what AAC takes at the rate of the voice, and refuses only an explicit one', async () => {
    const folder = await testFolder();
    const path = folder.file('book.m4b');
    await writeBook({ path, format: 'm4b', sampleRate: 8000 }, [{ title: 'One', samples: voice(5, 8000, 8000) }]);
    expect((await probe(path)).streams[0]).toMatchObject({ codec_name: 'aac', sample_rate: '8000' });
    await expect(openWriter({ path, format: 'm4b', sampleRate: 8000, bitrate: '64k' })).rejects.toMatchObject({
      code: 'bad-value',
      message: "Invalid bitrate '64k'. Expected at most 48k for AAC at 8000 Hz.",
    });
  });

  it('states the bitrate that the audio has, its highest one in a second, and the frame that a decoder needs in front', async () => {
    const folder = await testFolder();
    const path = folder.file('book.m4b');
    const samples = Int16Array.from([...new Int16Array(10 * 24_000), ...voice(10, 12_000)]);
    await writeBook({ path, format: 'm4b' }, [{ title: 'One', samples }]);
    const bytes = await readFile(path);
    // Tag, length and type of the decoder, and the size of its buffer.
    const rates = bytes.indexOf('esds') + 4 + 4 + 5 + 2 + 1 + 1 + 3;
    const sizes = bytes.indexOf('stsz') + 4 + 4 + 4;
    const frames = bytes.readUInt32BE(sizes);
    const frameBits = Array.from({ length: frames }, (_, index) => 8 * bytes.readUInt32BE(sizes + 4 + 4 * index));
    const whole = frameBits.reduce((sum, bits) => sum + bits, 0);
    const [max, mean] = [bytes.readUInt32BE(rates), bytes.readUInt32BE(rates + 4)];
    expect(mean).toBe(Math.round(whole / ((frames * 1024) / 24_000)));
    expect(max).toBeGreaterThan(1.5 * mean);
    expect(max).toBeLessThanOrEqual(Math.max(...frameBits) * (24_000 / 1024));
    expect(bytes.subarray(bytes.indexOf('sgpd')).subarray(4, 22).toString('hex')).toBe(
      `01000000${Buffer.from('roll').toString('hex')}0000000200000001ffff`,
    );
    expect(bytes.subarray(bytes.indexOf('sbgp')).subarray(8, 24).toString('hex')).toBe(
      `${Buffer.from('roll').toString('hex')}00000001${frames.toString(16).padStart(8, '0')}00000001`,
    );
  });

  it('keeps to its bitrate with voices of which the encoder writes more, whatever the number of encoders', async () => {
    const folder = await testFolder();
    const espeak = await espeakJs();
    const sounds = spokenTexts.map((text) => espeak.speak('gmw/en-US', text));
    const samples = concatPcm(sounds);
    const files = [1, 2].map((encoders) => ({ path: folder.file(`${encoders}.m4b`), encoders }));
    for (const { path, encoders } of files) {
      const pool = new EncoderPool({ encoders, partSeconds: 25 });
      const { sampleRate } = samples;
      await writeBook({ path, format: 'm4b', sampleRate, encoders: pool }, [
        { title: 'One', samples: samples.samples },
      ]);
    }
    const [one, two] = await Promise.all(files.map(async ({ path }) => await readFile(path)));
    expect(two?.equals(one ?? Buffer.of())).toBe(true);
    const mean = one?.readUInt32BE(one.indexOf('esds') + 24) ?? 0;
    expect(mean / 64_000).toBeGreaterThan(0.95);
    expect(mean / 64_000).toBeLessThan(1.05);
  });

  it('pads the numbers of ten parts, so that their names sort in order', async () => {
    const folder = await testFolder();
    const chapters = Array.from({ length: 10 }, (_, index) => ({ title: `C${index}`, samples: chapterSound(0.3) }));
    const files = await writeBook({ path: folder.file('book.m4b'), format: 'm4b', maxPartSeconds: 0.3 }, chapters);
    expect(files[0]?.path).toBe(folder.file('book - Part 01.m4b'));
    expect(files.map((file) => file.path)).toEqual(files.map((file) => file.path).toSorted());
  });

  it('splits a long book into parts between chapters, exact to the sample', async () => {
    const folder = await testFolder();
    const path = folder.file('book.m4b');
    const chapters = [0.7, 0.7, 0.7, 2.5, 0.3].map((seconds, index) => ({
      title: `C${index + 1}`,
      samples: chapterSound(seconds),
    }));
    const files = await writeBook({ path, format: 'm4b', maxPartSeconds: 1.4 }, chapters);
    expect(files.map((file) => [file.path, file.seconds])).toEqual([
      [folder.file('book - Part 1.m4b'), 1.4],
      [folder.file('book - Part 2.m4b'), 0.7],
      [folder.file('book - Part 3.m4b'), 2.5],
      [folder.file('book - Part 4.m4b'), 0.3],
    ]);
    expect(await folder.list()).toHaveLength(4);
    const first = await probe(files[0]?.path ?? '');
    expect(first.format.tags).toMatchObject({ title: 'A Book, Part 1', album: 'A Book', disc: '1/4' });
    expect(first.chapters.map(({ start_time, tags }) => [Number(start_time), tags?.['title']])).toEqual([
      [0, 'C1'],
      [0.7, 'C2'],
    ]);
    for (const file of files) expect(burstStarts(await decode(file.path))[0]).toBe(0);
  });

  it('writes the same bytes for the same samples', async () => {
    const folder = await testFolder();
    const [first, second] = [folder.file('a.m4b'), folder.file('b.m4b')];
    const chapters = ['One', 'Two'].map((title) => ({ title, samples: chapterSound(3) }));
    await writeBook({ path: first, format: 'm4b' }, chapters);
    await writeBook({ path: second, format: 'm4b' }, chapters);
    expect((await readFile(first)).equals(await readFile(second))).toBe(true);
  });

  it.each([20_000, 96_000])(
    'converts %i Hz, which the format does not have, and keeps the marks',
    async (sampleRate) => {
      const folder = await testFolder();
      const path = folder.file('book.m4b');
      const samples = chapterSound(1.25, sampleRate);
      await writeBook({ path, format: 'm4b', sampleRate }, [
        { title: 'One', samples },
        { title: 'Two', samples },
      ]);
      const { chapters, streams } = await probe(path);
      expect(streams[0]).toMatchObject({ sample_rate: '44100' });
      expect((await parseFile(path)).format.sampleRate).toBe(44_100);
      expect(Number(chapters[1]?.start_time)).toBeCloseTo(1.25, 4);
      const second = burstStarts(await decode(path, 44_100), 44_100)[1] ?? 0;
      expect(Math.abs(second / 44_100 - 1.25)).toBeLessThan(0.001);
    },
  );

  it('throws bad-value for a bitrate that AAC does not have', async () => {
    const folder = await testFolder();
    const opening = openWriter({ path: folder.file('book.m4b'), format: 'm4b', bitrate: '320k' });
    await expect(opening).rejects.toMatchObject({ code: 'bad-value', message: expect.stringContaining('144k') });
  });

  it.each([
    [
      'writes something else',
      'echo this is not AAC, and it goes on for a while; cat >/dev/null',
      /did not write an AAC/u,
    ],
    ['writes nothing', 'cat >/dev/null', /less audio/u],
    ['fails at the end', 'cat >/dev/null; echo "it broke" >&2; exit 1', /it broke/u],
  ])('when the encoder %s, the finish fails and nothing is left', async (_case, script, message) => {
    const folder = await testFolder();
    const fake = folder.file('fake-ffmpeg');
    await writeFile(fake, `#!/bin/sh\n${script}\n`);
    await chmod(fake, 0o755);
    const ffmpeg = { ...(await locateFfmpeg()), path: fake };
    {
      await using writer = await openWriter({ path: folder.file('book.m4b'), format: 'm4b', ffmpeg });
      const working = writer.write(chapterSound(1)).then(async () => await writer.finish());
      await expect(working).rejects.toMatchObject({ code: 'media-failed', message: expect.stringMatching(message) });
    }
    expect(await folder.list()).toEqual(['fake-ffmpeg']);
  });
});
