import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { AudioFormat } from '../../src/audio/audio-format.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { finishedBook } from '../helpers/finished-book.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';

/** Returns a book of three chapters of two minutes: shorter ones may be encoded together. */
function longBook(changed = ''): EpubOptions {
  const sentence = 'A long walk by the river, on which little happened, and then they all went home to eat.';
  const documents = ['Morning', 'Noon', 'Night'].map((title, index) => {
    const paragraphs = Array.from({ length: 24 }, (_, line) => `<p>${title} ${line}. ${sentence}</p>`);
    if (index === 1) paragraphs[5] = `<p>${title}. ${changed}${sentence}</p>`;
    return { path: `${title}.xhtml`, title, body: `<h1>${title}</h1>${paragraphs.join('')}` };
  });
  return { ...smallBook, documents };
}

it.each<{ format: AudioFormat; bitrate?: string; frameSamples: number }>([
  // For its bitrate a word would be spoken first: it depends on the sample rate of the voice.
  { format: 'm4b', frameSamples: 1024 },
  { format: 'mp3', bitrate: '32k', frameSamples: 576 },
  { format: 'opus', bitrate: '16k', frameSamples: 160 },
])(
  'encodes the chapter whose text changed and copies the others in $format, with the bytes of a new run',
  async ({ format, bitrate, frameSamples }) => {
    // Few samples; the encoder of a chapter hears the end of the one before, which is silent.
    const request = { format, bitrate, loudness: 'on', pauses: { chapterEnd: 5000 } } as const;
    const made = { book: longBook(), sampleRate: 8000 };
    const { folder, output, provider, first, again } = await finishedBook(`book.${format}`, request, made);
    const original = await readFile(output);
    expect(first.report.copied).toBeUndefined();
    for (const { startSample } of first.report.chapters) expect(startSample % frameSamples).toBe(0);

    await writeBook(folder, longBook('It rained. '));
    const copied: ProgressEvent[] = [];
    const onProgress = (event: ProgressEvent): unknown => event.type === 'audio-copied' && copied.push(event);
    const { report } = await again({}, { onProgress });
    expect(provider.spoken).toHaveLength(1);
    expect(report).toMatchObject({ complete: true, copied: { encodedChapters: 1 } });
    expect(report.copied?.seconds).toBeCloseTo(report.seconds - (report.chapters[1]?.seconds ?? 0), 1);
    expect(copied).toMatchObject([
      { chapters: 3, encodedChapters: 1, copiedSeconds: expect.closeTo(report.copied?.seconds ?? 0, 1) },
    ]);
    const rewritten = await readFile(output);
    for (const file of [output, `${output}.report.json`]) await rm(file);
    const anew = await again();
    expect(anew.report.copied).toBeUndefined();
    expect(rewritten.equals(await readFile(output))).toBe(true);
    expect(report.files).toEqual(anew.report.files);

    // A file that was changed since is not copied from.
    rewritten[rewritten.length - 100] = (rewritten.at(-100) ?? 0) ^ 1;
    await writeFile(output, rewritten);
    await writeBook(folder, longBook());
    expect((await again()).report.copied).toBeUndefined();
    expect(original.equals(await readFile(output))).toBe(true);
  },
);
