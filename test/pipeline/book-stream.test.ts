import { expect, test } from 'vitest';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { BookStream } from '../../src/pipeline/encode/book-stream.ts';
import { readStreamIndex } from '../../src/pipeline/encode/stream-index.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { tone } from '../helpers/tone-provider.ts';

test('a stream can be heard after a title of a second, before the next sentence is spoken', async () => {
  const folder = await temporaryFolder();
  const failures: unknown[] = [];
  const { signal } = new AbortController();
  const ffmpeg = await locateFfmpeg();
  await using stream = new BookStream({ folder, ffmpeg, signal, onFailure: (thrown) => failures.push(thrown) });
  const pcm = tone('The beginning of this.', 24_000);
  const { sampleRate } = pcm;
  const endSample = pcm.samples.length;
  const segment = { chapter: 0, index: 0, text: 'The beginning of this.', language: 'en', pauseMs: 0, spoken: true };
  const speech = { startSample: 0, endSample };
  stream.add({ chapter: undefined, segment, startSample: 0, speech, endSample, sampleRate, read: async () => pcm });
  const segments = async (): Promise<number | undefined> => (await readStreamIndex(folder))?.segments.length;
  await expect.poll(segments).toBe(1);
  expect(failures).toEqual([]);
});
