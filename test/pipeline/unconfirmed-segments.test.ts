import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitFile } from '../../src/audio/encoding/audio-encoding.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { decodeWav } from '../../src/core/wav.ts';
import { assemble } from '../../src/pipeline/encode/assemble.ts';
import type { PlannedChapter } from '../../src/pipeline/plan/plan.ts';
import { warnOfResult } from '../../src/pipeline/report/warn-of-result.ts';
import { startRunLog } from '../../src/pipeline/run-log.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import type { SpeechProvider } from '../../src/speech/provider.ts';
import { hearWords, speakWords, wordCode, wordsOf } from '../helpers/servers/word-tones.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const sampleRate = 8000;
const places = ['harbour', 'market', 'library', 'station', 'lighthouse'];

function textOf(index: number): string {
  const place = places[index % places.length] ?? '';
  return `On day ${index} she walked down to the ${place}${', as ever'.repeat(index % 3)}. Then she counted all the grey boats${' again'.repeat(index % 4)} before noon.`;
}

const chapter = chapterOf(Array.from({ length: 26 }, (_, index) => textOf(index)));

function chapterOf(texts: readonly string[], index = 0): PlannedChapter {
  const segments = texts.map((text, segment) => ({
    text,
    language: 'en',
    chapter: index,
    index: segment,
    spoken: true,
    pauseMs: 300,
  }));
  return { number: index + 1, title: 'One', blocks: [], segments };
}

/**
 * What a service says instead of a text, by the number of the request and that of its text, from 0. Samples when the sound is
 * cut. Texts that wait at the same time are requested in any order.
 */
type Faults = (text: string, request: number, ofText: number) => string | Int16Array;

/** A word is missing from the first answer to a text, which nothing shows, and half from that to a later one, which its length shows. */
const caughtLate: Faults = (text, _request, ofText) => {
  if (ofText === 0 && text === textOf(2)) return text.replace('down ', '');
  return ofText === 0 && text === textOf(22) ? text.slice(0, text.length / 2) : text;
};

function beginning(text: string, share: number): Int16Array {
  const samples = speakWords(text, sampleRate);
  return samples.subarray(0, samples.length * share);
}

interface BookOptions {
  /** Folder of the segment store. */
  readonly folder?: string | undefined;
  readonly isStreamed?: boolean | undefined;
  readonly spoken?: PlannedChapter | undefined;
  /** A chapter that comes when the first one has been spoken, as the scripts of a language model do. */
  readonly next?: PlannedChapter | undefined;
}

async function makeBook(faults: Faults, { folder, isStreamed, spoken = chapter, next }: BookOptions = {}) {
  const requests: string[] = [];
  const provider: SpeechProvider = {
    ...toneProvider({ concurrency: 1 }),
    async synthesize({ text }) {
      const ofText = requests.filter((one) => one === text).length;
      const said = faults(text, requests.push(text) - 1, ofText);
      return { samples: typeof said === 'string' ? speakWords(said, sampleRate) : said, sampleRate };
    },
  };
  const events: ProgressEvent[] = [];
  const emitter = new EventEmitter();
  const firstSpoken = once(emitter, 'spoken');
  const onProgress = (event: ProgressEvent): void => {
    events.push(event);
    if (event.type === 'segment-spoken' && event.segment === spoken.segments.length - 1) emitter.emit('spoken');
  };
  async function* chapters() {
    yield spoken;
    if (!next) return;
    await firstSpoken;
    yield next;
  }
  const output = path.join(await temporaryFolder(), 'book.wav');
  const options = {
    request: { output, format: 'wav', loudness: 'off' },
    commit: commitFile,
    metadata: { title: 'A Book', authors: [] },
  } as const;
  const making = assemble(chapters(), options, {
    provider,
    speakerOf: ({ language = 'en' }) => ({ voice: 'sine', language }),
    store: await openSegmentStore(folder ?? (await temporaryFolder())),
    signal: new AbortController().signal,
    onProgress,
    allowGaps: false,
    isStreamed,
    policy: { attempts: 2, firstDelayMs: 1, maxDelayMs: 1 },
    ffmpeg: await locateFfmpeg(),
  });
  await making.catch(() => undefined);
  return { making, output, requests, events };
}

const words = wordsIn(chapter);

function wordsIn({ segments }: PlannedChapter): number[] {
  return segments.flatMap(({ text }) => wordsOf(text)).map(wordCode);
}

async function heardIn(file: string): Promise<readonly number[]> {
  return hearWords(decodeWav(await readFile(file)));
}

describe('segments that were believed before the service was caught at wrong audio', () => {
  it('are requested again at the end, and the audio is encoded again when one was wrong', async () => {
    const { making, output, requests, events } = await makeBook(caughtLate);
    await making;
    expect(await heardIn(output)).toEqual(words);
    expect(requests.filter((text) => text === textOf(2)).length).toBeGreaterThan(2);
    const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    expect(warnings).toEqual([expect.stringMatching(/^The service returned wrong audio.*1 of them were? wrong/u)]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'encode-again', percent: 100 }));
  });

  it('are requested again when they are too short to be judged by their length', async () => {
    const heading = 'Intermission';
    const spoken = chapterOf([
      ...chapter.segments.slice(0, 24).map(({ text }) => text),
      heading,
      textOf(40),
      textOf(41),
    ]);
    const asked = { heading: 0, last: 0 };
    const faults: Faults = (text) => {
      if (text.startsWith(heading)) return (asked.heading += 1) <= 1 ? beginning(text, 0.35) : text;
      if (text === textOf(41)) return (asked.last += 1) === 1 ? beginning(text, 0.5) : text;
      return text;
    };
    const { making, output } = await makeBook(faults, { spoken });
    const { doubtful } = await making;
    expect(await heardIn(output)).toEqual(wordsIn(spoken));
    expect(doubtful).toEqual([]);
  });

  it('are compared again when they agreed by fewer answers than a service needs that is wrong so often', async () => {
    // From the third text on the service is known to be wrong. Two answers to a later one lack the same word.
    const cut = new Set([3, 8, 9, 10, 11, 12, 13].map(textOf));
    const faults: Faults = (text, _request, ofText) => {
      if (text === textOf(5) && ofText < 2) return text.replace('down ', '');
      return cut.has(text) && ofText === 0 ? beginning(text, 0.5) : text;
    };
    const { making, output } = await makeBook(faults);
    expect((await making).doubtful).toEqual([]);
    expect(await heardIn(output)).toEqual(words);
  });

  it('are taken from the store by the next run', async () => {
    const folder = await temporaryFolder();
    await (
      await makeBook(caughtLate, { folder })
    ).making;
    const next = await makeBook((text) => text, { folder });
    expect(next.requests).toEqual([]);
    expect(await heardIn(next.output)).toEqual(words);
  });

  it('are requested again by the next run when the audio has left as a stream', async () => {
    const folder = await temporaryFolder();
    const { making, events } = await makeBook(caughtLate, { folder, isStreamed: true });
    await making;
    expect(events.filter(({ type }) => type === 'encode-again')).toEqual([]);
    expect(events).toContainEqual({ type: 'warning', message: expect.stringContaining('may have been wrong, too') });
    const next = await makeBook((text) => text, { folder });
    expect(next.requests).toContain(textOf(2));
    expect(await heardIn(next.output)).toEqual(words);
  });

  it('are requested again by the next run when this one fails', async () => {
    const folder = await temporaryFolder();
    const failing = await makeBook(
      (text, request, ofText) => (request > 23 ? 'No.' : caughtLate(text, request, ofText)),
      { folder },
    );
    await expect(failing.making).rejects.toMatchObject({ code: 'provider-failed' });
    const next = await makeBook((text) => text, { folder });
    expect(next.requests).toContain(textOf(2));
    expect(await heardIn(next.output)).toEqual(words);
  });
});

describe('a service that is caught and never says a text twice in the same way', () => {
  it('ends the run with the file, and names the passages that may lack words', async () => {
    const spoken = chapterOf(chapter.segments.slice(0, 10).map(({ text }) => text));
    const [cut, lost] = [textOf(6), textOf(8)];
    const faults: Faults = (text, _request, ofText) => {
      const said = text === lost ? text.replace('down ', '') : text;
      const take = speakWords(said, sampleRate * (1 + ofText / 60));
      return text === cut && ofText === 0 ? take.subarray(0, take.length / 2) : take;
    };
    const { making } = await makeBook(faults, { spoken });
    const assembly = await making;
    const named = assembly.doubtful.map(({ segment }) => segment.text);
    expect(named).toContain(lost);
    expect(new Set(assembly.doubtful.map(({ doubt }) => doubt.reason))).toEqual(new Set(['unheard']));
    const log = startRunLog(undefined);
    const request = { bookFile: 'book.epub', output: 'book.wav', format: 'wav' } as const;
    warnOfResult({ request, assembly, narrated: undefined }, log);
    expect(log.warnings.at(-1)).toMatch(
      new RegExp(String.raw`^${named.length} passages are in doubt: "On day \d .*--verify`, 'u'),
    );
  });
});

describe('the first segments of a voice', () => {
  it('are judged again when its pace is known', async () => {
    const missing = 'The motors sighed. ';
    const long =
      `The lights went out all at once, without so much as a flicker. ${missing}The tram rolled a little way on nothing but ` +
      'its own good manners, and stopped in the very middle of Cutler’s Bridge, with black air on both sides and the river ' +
      'a long way down.';
    const spoken = chapterOf(['Part One', 'Up the Line', 'Chapter 1', long]);
    const next = chapterOf(
      Array.from({ length: 12 }, (_, index) => textOf(index)),
      1,
    );
    const faults: Faults = (text, _request, ofText) => (ofText === 0 ? text.replace(missing, '') : text);
    const { making, output, events } = await makeBook(faults, { spoken, next });
    await making;
    expect(await heardIn(output)).toEqual([...wordsIn(spoken), ...wordsIn(next)]);
    expect(events).toContainEqual({
      type: 'warning',
      message: expect.stringMatching(/requested again: 1 of them were wrong/u),
    });
  });
});

describe('a service that was never caught', () => {
  it('is asked for each text once', async () => {
    const { making, requests } = await makeBook((text) => text);
    await making;
    expect(requests).toHaveLength(chapter.segments.length);
  });
});
