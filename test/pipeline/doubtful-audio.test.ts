import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import type { Segment } from '../../src/pipeline/plan/plan.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { synthesize } from '../../src/pipeline/speak/synthesis.ts';
import type { SpokenSegment } from '../../src/pipeline/speak/spoken-segment.ts';
import { speakPolicy } from '../../src/speech/call/speak-segment.ts';
import type { SpeechProvider } from '../../src/speech/provider.ts';
import { firstHalf, spokenSentences } from '../helpers/spoken-sentences.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

/** Creates a provider that speaks sentences with pauses; `spoil` changes its n-th answer, from 0. */
function speaker(spoil: (pcm: Pcm, request: number, text: string) => Pcm) {
  const requests: string[] = [];
  const provider: SpeechProvider = {
    ...toneProvider(),
    async synthesize({ text }) {
      requests.push(text);
      return spoil(spokenSentences(text), requests.length - 1, text);
    },
  };
  return { provider, requests };
}

const places = ['harbour', 'market', 'library', 'station', 'lighthouse', 'garden', 'museum'];

function paragraphs(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const place = places[index % places.length] ?? '';
    return `The rain had stopped before dawn${' again'.repeat(index % 5)}. She walked down to the ${place}, as she did every morning. Then she counted the boats${' and the gulls'.repeat(index % 3)}.`;
  });
}

function segmentsOf(texts: readonly string[]): Segment[] {
  const blocks = texts.map((text) => ({ kind: 'paragraph' as const, text, document: 'one.xhtml' }));
  const options = { limit: { max: 400, unit: 'chars' as const }, target: 300, language: 'en' };
  return planBook([{ title: 'One', titleSource: 'number', blocks }], options).chapters.flatMap(
    ({ segments }) => segments,
  );
}

interface RunOptions {
  /** Folder of the store. */
  readonly folder?: string | undefined;
}

async function run(provider: SpeechProvider, texts: readonly string[], { folder }: RunOptions = {}) {
  const events: ProgressEvent[] = [];
  const tools = {
    provider,
    speakerOf: ({ language = 'en' }) => ({ voice: 'sine', language }),
    store: await openSegmentStore(folder ?? (await temporaryFolder())),
    signal: new AbortController().signal,
    onProgress: (event: ProgressEvent) => void events.push(event),
    allowGaps: false,
    policy: { ...speakPolicy, firstDelayMs: 1, maxDelayMs: 10 },
  };
  const spoken: SpokenSegment[] = [];
  for await (const segment of synthesize(segmentsOf(texts), tools)) if (segment.pcm) spoken.push(segment);
  return { spoken, events };
}

/** Returns the texts whose audio is not as long as it should be. */
function shortTexts(spoken: readonly SpokenSegment[]): string[] {
  return spoken
    .filter(({ segment, pcm }) => (pcm?.samples.length ?? 0) < spokenSentences(segment.text).samples.length * 0.9)
    .map(({ segment }) => segment.text);
}

describe('wrong audio', () => {
  it.each([1, 2, 12])(
    'is spoken again when every fifth answer is half, from the first on: %d segments',
    async (count) => {
      const { provider } = speaker((pcm, request) => (request % 5 === 0 ? firstHalf(pcm) : pcm));
      const { spoken } = await run(provider, paragraphs(count));
      expect(spoken).toHaveLength(count);
      expect(shortTexts(spoken)).toEqual([]);
    },
  );

  it('is spoken again when a sentence is missing from every seventh answer, from the first on', async () => {
    const { provider } = speaker((pcm, request, text) =>
      request % 7 === 0 ? spokenSentences(text.replace(/(?<=\. ).*?\. /u, '')) : pcm,
    );
    const { spoken } = await run(provider, paragraphs(15));
    expect(shortTexts(spoken)).toEqual([]);
  });

  it('is spoken again when its sample rate is not the voice’s', async () => {
    const { provider } = speaker((pcm, request) => (request % 6 === 0 ? { ...pcm, sampleRate: 4000 } : pcm));
    const { spoken } = await run(provider, paragraphs(8));
    expect(new Set(spoken.map(({ pcm }) => pcm?.sampleRate))).toEqual(new Set([8000]));
  });

  it('is recognized at once by a voice that earlier runs have heard', async () => {
    const folder = await temporaryFolder();
    await run(speaker((pcm) => pcm).provider, paragraphs(6), { folder });
    const { provider, requests } = speaker((pcm, request) => (request === 0 ? firstHalf(pcm) : pcm));
    const { spoken } = await run(provider, ['A single paragraph is all that is new here. It has two sentences.'], {
      folder,
    });
    expect(shortTexts(spoken)).toEqual([]);
    expect(new Set(requests).size).toBe(1);
  });

  it('in the store has another sample rate: it is spoken again', async () => {
    const folder = await temporaryFolder();
    const texts = paragraphs(6);
    await run(speaker((pcm) => ({ ...pcm, sampleRate: 4000 })).provider, [texts[0] ?? ''], { folder });
    await rm(path.join(folder, 'voices'), { recursive: true });
    const { provider } = speaker((pcm) => pcm);
    await run(provider, texts.slice(1), { folder });
    const { spoken } = await run(provider, texts, { folder });
    expect(new Set(spoken.map(({ pcm }) => pcm?.sampleRate))).toEqual(new Set([8000]));
  });
});

describe('a text whose audio always has an odd length', () => {
  const odd =
    'This passage is spoken far too fast by somebody who wants to be at home before it begins to rain, and nobody has told him ' +
    'that the sky is blue today and that there is no reason at all for him to hurry in this way.';
  const rushed = speaker((pcm, _request, text) => {
    const isOdd = text.split(' ').every((word) => odd.includes(word));
    return isOdd ? spokenSentences(text, 24) : pcm;
  });

  it('is kept, warned of and marked, and does not end the run', async () => {
    const folder = await temporaryFolder();
    const { spoken, events } = await run(rushed.provider, [...paragraphs(8), odd], { folder });
    expect(spoken.filter(({ doubt }) => doubt).map(({ segment }) => segment.text)).toEqual([odd]);
    expect(spoken.at(-1)?.doubt?.expectedSeconds).toBeGreaterThan((spoken.at(-1)?.doubt?.seconds ?? 0) * 1.2);
    const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    expect(warnings).toEqual([expect.stringMatching(/This passage is spoken.*unusual length \(\d\.\d s instead/u)]);
    const again = await run(rushed.provider, [...paragraphs(8), odd], { folder });
    expect(again.spoken.filter(({ doubt }) => doubt)).toHaveLength(1);
    expect(again.spoken.filter(({ stored }) => !stored)).toHaveLength(1);
  });

  it('ends no run, however many there are: answers that agree are no error', async () => {
    const { provider } = speaker((pcm, _request, text) => (text.includes('boats') ? pcm : spokenSentences(text, 24)));
    const oddTexts = ['One', 'Two', 'Three', 'Four'].map((name) => `${name} of them: ${odd}`);
    const { spoken } = await run(provider, [...paragraphs(20), ...oddTexts]);
    expect(spoken.filter(({ doubt }) => doubt?.reason === 'length')).toHaveLength(4);
  });

  it('is nothing in a short text, of which two answers are compared', async () => {
    const { provider, requests } = speaker((pcm, _request, text) =>
      text.includes('boats') ? pcm : spokenSentences(text, 60),
    );
    const line = 'One of them was in a hurry.';
    const { spoken } = await run(provider, [...paragraphs(20), line]);
    expect(spoken.filter(({ doubt }) => doubt)).toEqual([]);
    expect(requests.filter((text) => text === line)).toHaveLength(2);
  });
});
