import { execFileSync } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { audiobookLoudness } from '../../../src/audio/loudness/loudness-target.ts';
import { speechEnvelope } from '../../../src/audio/envelope/envelope.ts';
import { stretchSpeech } from '../../../src/audio/ffmpeg/stretch-speech.ts';
import type { Pcm } from '../../../src/core/pcm.ts';
import { settingsFrom } from '../../../src/core/settings.ts';
import type { Assembly } from '../../../src/pipeline/encode/assemble.ts';
import { Recording } from '../../../src/pipeline/encode/recording.ts';
import { measured } from '../../../src/pipeline/store/segment-file.ts';
import { compareFinished } from '../../../src/pipeline/report/compare-finished.ts';
import type { FinishedComparison } from '../../../src/pipeline/report/compare-finished.ts';
import { findProvider } from '../../../src/speech/registry.ts';
import { openWriter, systemFfmpeg } from '../../audio/sound.ts';
import type { Overrides } from '../../audio/sound.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { testEnvironment } from '../../helpers/test-environment.ts';

const { signal } = new AbortController();

/** An announcement, words of one syllable, and sentences. Chapters begin with the texts in capitals. */
const texts = [
  'A BOOK.',
  'CHAPTER ONE.',
  'The old man counted seven ships in the harbor, and not one of them came in that night.',
  'Oh!',
  'So the lamp was put out again by his daughter, who had waited at the window since noon.',
  'CHAPTER TWO.',
  'No.',
  'Nobody in the village could say where the other boats had gone; the sea was calm and white.',
  'CHAPTER THREE.',
  'She took the key from the wall. He said nothing. The door was open before they had reached it.',
];

const spoken: Promise<readonly Pcm[]> = (async () => {
  await using provider = await findProvider('embedded').create(settingsFrom([testEnvironment]));
  const voice = (await provider.defaultVoice('en', signal)) ?? '';
  const speech: Pcm[] = [];
  for (const text of texts) speech.push(await provider.synthesize({ text, voice, language: 'en', signal }));
  return speech;
})();

/** Some segments are much louder or quieter than others, as services return them, and one has a constant offset. */
function asServed({ samples, sampleRate }: Pcm, index: number): Pcm {
  const gain = [1, 2.5, 0.4][index % 3] ?? 1;
  const offset = index === 2 ? 300 : 0;
  const served = samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain + offset))));
  return { samples: served, sampleRate };
}

type Finished = Pick<Assembly, 'files' | 'heard' | 'sounds' | 'samples' | 'sampleRate'> & { readonly output: string };

/** Records the book as a run does, and returns its files with what was heard. */
async function finishedBook(overrides: Overrides, speed = 1): Promise<Finished> {
  const open = async (sampleRate: number) =>
    await openWriter({ sampleRate, loudness: audiobookLoudness, ...overrides });
  await using recording = new Recording({ open, isUnchanged: false });
  const heard: Assembly['heard'][number][] = [];
  const sounds = new Map<number, { readonly startSample: number; readonly endSample: number }>();
  const ffmpeg = await systemFfmpeg;
  for (const [index, speech] of (await spoken).map(asServed).entries()) {
    const text = texts[index] ?? '';
    if (text === text.toUpperCase() && text !== 'A BOOK.') await recording.startChapter(text);
    const stretched = await stretchSpeech(speech, speed, { ffmpeg, signal });
    const { startSample } = await recording.addSpeech(measured(stretched), { text, language: 'en' });
    sounds.set(index, { startSample, endSample: recording.samples });
    // Some pauses are too short to tell sentences apart.
    await recording.addSilence(index % 2 === 0 ? 30 : 600);
    const segment = { chapter: 0, index, text, language: 'en', pauseMs: 0, spoken: true };
    heard.push({ segment, finding: { notJudged: '' }, envelope: speechEnvelope(speech), isDrawn: false });
  }
  await recording.end();
  const files = await recording.finish();
  const { samples, sampleRate } = recording;
  return { files, heard, sounds, samples, sampleRate, output: overrides.path };
}

async function compared(book: Finished): Promise<FinishedComparison | undefined> {
  return await compareFinished(book, book.output, { ffmpeg: await systemFfmpeg, signal, onProgress: () => undefined });
}

function alteredTexts(comparison: FinishedComparison | undefined): readonly string[] {
  return comparison?.altered.map(({ segment }) => segment.text) ?? [];
}

/** Writes a file anew through a filter of ffmpeg. */
async function filter(file: string, graph: string): Promise<void> {
  const changed = path.join(path.dirname(file), `changed${path.extname(file)}`);
  const { path: program } = await systemFfmpeg;
  execFileSync(program, ['-y', '-loglevel', 'error', '-i', file, '-map', '0:a', '-af', graph, changed]);
  await rename(changed, file);
}

const whole = { segments: texts.length, altered: [] };
/** A sentence of four seconds, in which the files are changed. */
const changed = 2;

/** Returns a time in the changed sentence, in seconds of the book. */
function timeIn({ sounds, sampleRate }: Finished, seconds: number): number {
  return (sounds.get(changed)?.startSample ?? 0) / sampleRate + seconds;
}

describe('compareFinished', () => {
  it.each([
    ['mp3', '64k', 1.4],
    ['opus', '24k', 0.7],
    ['wav', undefined, 1],
  ] as const)('finds all that was heard in %s at %s, and what was changed, at speed %d', async (...given) => {
    const [format, bitrate, speed] = given;
    const file = path.join(await temporaryFolder(), `book.${format}`);
    const book = await finishedBook({ path: file, format, bitrate }, speed);
    expect(await compared(book)).toEqual(whole);
    const from = timeIn(book, 1);
    await filter(file, `volume=0:enable='between(t,${from},${from + 0.3})'`);
    const muted = await compared(book);
    expect(alteredTexts(muted)).toEqual([texts[changed]]);
    expect(Math.abs((muted?.altered[0]?.fileSeconds ?? 0) - from)).toBeLessThan(0.3);
    await filter(file, `aselect='not(between(t,${from},${from + 0.4}))',asetpts=N/SR/TB`);
    // All that follows the cut is no longer in its place.
    expect(alteredTexts(await compared(book))).toEqual(texts.slice(changed));
  });

  it('finds two sentences in the place of each other, a silent file and an end that is missing', async () => {
    const file = path.join(await temporaryFolder(), 'book.mp3');
    const book = await finishedBook({ path: file, format: 'mp3' });
    const [one, other] = [book.heard[changed]?.envelope, book.heard[4]?.envelope];
    const heard = book.heard.map((segment, index) =>
      index === changed ? { ...segment, envelope: other } : index === 4 ? { ...segment, envelope: one } : segment,
    );
    expect(alteredTexts(await compared({ ...book, heard }))).toEqual([texts[changed], texts[4]]);
    await filter(file, `atrim=end=${timeIn(book, 2)}`);
    expect(alteredTexts(await compared(book))).toEqual(texts.slice(changed));
    await filter(file, 'volume=0');
    expect(alteredTexts(await compared(book))).toEqual(texts);
  });

  it.each([
    ['files of chapters', { format: 'mp3', layout: 'chapters' }, 4],
    ['files for ACX', { format: 'mp3', layout: 'chapters', acx: true }, 4],
    ['parts of an M4B', { format: 'm4b', maxPartSeconds: 8 }, 3],
  ] as const)('finds all that was heard in %s, and names the file that was changed', async (_, options, count) => {
    const folder = await temporaryFolder();
    const output = path.join(folder, options.format === 'm4b' ? 'book.m4b' : 'book');
    const book = await finishedBook({ path: output, ...options });
    expect(book.files).toHaveLength(count);
    expect(await compared(book)).toEqual(whole);
    const last = book.files.at(-1)?.path ?? '';
    await filter(last, "volume=0:enable='between(t,2,3)'");
    expect((await compared(book))?.altered).toMatchObject([
      { segment: { text: texts.at(-1) }, file: path.basename(last) },
    ]);
  });

  it('compares only what was heard, in whatever order it was', async () => {
    const file = path.join(await temporaryFolder(), 'book.wav');
    const book = await finishedBook({ path: file, format: 'wav' });
    expect(await compared({ ...book, heard: book.heard.slice(3, 5) })).toEqual({ segments: 2, altered: [] });
    expect(await compared({ ...book, heard: book.heard.toReversed() })).toEqual(whole);
    expect(await compared({ ...book, heard: [] })).toBeUndefined();
  });
});
