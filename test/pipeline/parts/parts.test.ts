import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../src/core/settings.ts';
import type { ProgressEvent } from '../../../src/core/progress.ts';
import type { ConversionTools, NarrationRequest } from '../../../src/pipeline/conversion.ts';
import { convert } from '../../../src/pipeline/convert.ts';
import { cutIntoParts, speakPart, splitSpeech } from '../../../src/pipeline/speak/split-speech.ts';
import { prepareTools } from '../../../src/pipeline/open/prepare-tools.ts';
import { startKokoroServer } from '../../helpers/servers/kokoro-server.ts';
import { writeBook } from '../../helpers/small-book.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const segment = (index: number, chapter: number, length: number) => ({
  index,
  chapter,
  text: 'a'.repeat(length),
  language: 'en',
  pauseMs: 0,
  spoken: true,
});

describe('the parts of the speech of a book', () => {
  it('are about as long as they may be, and end with a chapter where that is not much shorter', () => {
    const segments = [segment(1, 0, 60), segment(2, 0, 60), segment(4, 1, 30), segment(5, 1, 30), segment(7, 2, 90)];
    expect(cutIntoParts(segments, 100)).toEqual([
      { from: 1, to: 3, characters: 120 },
      { from: 4, to: 6, characters: 60 },
      { from: 7, to: 8, characters: 90 },
    ]);
    expect(cutIntoParts(segments, 1000)).toEqual([{ from: 1, to: 8, characters: 270 }]);
    expect(cutIntoParts([], 100)).toEqual([]);
  });
});

describe('a book that is spoken in parts', () => {
  it('has the bytes of one that is not, and its conversion asks for no speech', async () => {
    await using kokoro = await startKokoroServer();
    const folder = await temporaryFolder();
    const bookFile = await writeBook(folder);
    const request = (name: string): NarrationRequest => ({
      bookFile,
      output: path.join(folder, name),
      format: 'mp3',
      announceChapters: true,
    });
    const events: ProgressEvent[] = [];
    const within = async <T>(cache: string, work: (tools: ConversionTools) => Promise<T>): Promise<T> => {
      await using tools = await prepareTools({
        settings: settingsFrom([{ KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' }]),
        provider: 'kokoro',
        cacheFolder: path.join(folder, cache),
        signal: new AbortController().signal,
        onProgress: (event) => void events.push(event),
      });
      return await work(tools);
    };
    await within('alone', async (tools) => await convert(request('alone.mp3'), tools));
    const asked = kokoro.requests.length;

    const conversion = { request: request('parts.mp3'), isNarrated: false };
    const split = await within('parts', async (tools) => await splitSpeech(conversion, 60, tools));
    expect(split.parts.length).toBeGreaterThan(2);
    events.length = 0;
    for (const part of split.parts) await within('parts', async (tools) => await speakPart(conversion, part, tools));
    const spoken = events.filter(({ type }) => type === 'segment-spoken');
    expect(spoken).toHaveLength(split.segments);
    expect(kokoro.requests.length).toBe(asked * 2);
    await within('parts', async (tools) => await convert(request('parts.mp3'), tools));
    expect(kokoro.requests.length).toBe(asked * 2);
    expect(await within('parts', async (tools) => await splitSpeech(conversion, 60, tools))).toMatchObject({
      parts: [],
    });
    const [alone, parts] = await Promise.all(
      ['alone.mp3', 'parts.mp3'].map((name) => readFile(path.join(folder, name))),
    );
    expect(alone !== undefined && alone.length > 0 && parts?.equals(alone)).toBe(true);

    const heard = { ...conversion, request: { ...conversion.request, verify: 'listen' as const } };
    expect(await within('other', async (tools) => await splitSpeech(heard, 60, tools))).toMatchObject({ parts: [] });
  });
});
