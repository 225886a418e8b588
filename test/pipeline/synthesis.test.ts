import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Chapter } from '../../src/core/book.ts';
import { AudiobookError } from '../../src/core/errors.ts';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import type { Plan } from '../../src/pipeline/plan/plan.ts';
import { measured } from '../../src/pipeline/store/segment-file.ts';
import { openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import { findMissing } from '../../src/pipeline/driver.ts';
import { synthesize } from '../../src/pipeline/speak/synthesis.ts';
import type { SpokenSegment } from '../../src/pipeline/speak/spoken-segment.ts';
import type { SynthesisTools } from '../../src/pipeline/speak/synthesis.ts';
import type { SpokenPart } from '../../src/text/lexicon/spoken-part.ts';
import { sameSamples } from '../helpers/same-samples.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { tone, toneProvider } from '../helpers/tone-provider.ts';
import type { ToneProvider } from '../helpers/tone-provider.ts';

function planOf(provider: ToneProvider, chapters: readonly (readonly string[])[]): Plan {
  const book = chapters.map((paragraphs, index): Chapter => ({
    title: `Chapter ${index + 1}`,
    titleSource: 'number',
    blocks: paragraphs.map((text) => ({ kind: 'paragraph', text, document: 'one.xhtml' })),
  }));
  return planBook(book, { limit: provider.limit, target: provider.target, language: 'en' });
}

async function toolsFor(
  provider: ToneProvider,
  options: Partial<SynthesisTools> = {},
): Promise<SynthesisTools & { events: ProgressEvent[] }> {
  const events: ProgressEvent[] = [];
  return {
    provider,
    speakerOf: ({ language = 'en' }) => ({ voice: 'sine', language }),
    store: await openSegmentStore(await temporaryFolder()),
    signal: new AbortController().signal,
    onProgress: (event) => events.push(event),
    allowGaps: false,
    events,
    ...options,
  };
}

/** Returns how many segments of a plan are stored. */
async function storedOf(plan: Plan, { provider, speakerOf, store }: SynthesisTools): Promise<number> {
  const planned = { plan, known: plan.chapters, narration: undefined, cast: { speakerOf } };
  return (await findMissing(planned, { chosen: { provider }, store })).stored;
}

async function run(plan: Plan, tools: SynthesisTools): Promise<SpokenSegment[]> {
  const spoken: SpokenSegment[] = [];
  const segments = plan.chapters.flatMap((chapter) => chapter.segments);
  for await (const segment of synthesize(segments, tools)) spoken.push(segment);
  return spoken;
}

function spokenParts({ text }: { readonly text: string }): readonly SpokenPart[] | undefined {
  return text.includes('number 7 ') ? [{ text: text.replace('number', 'No.') }] : undefined;
}

const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph number ${index} has words of its own.`);

describe('synthesize', () => {
  it('speaks every segment of the plan once and yields them in their order', async () => {
    const provider = toneProvider({ before: async () => new Promise((done) => setTimeout(done, Math.random() * 5)) });
    const plan = planOf(provider, [paragraphs.slice(0, 20), paragraphs.slice(20)]);
    const spoken = await run(plan, await toolsFor(provider));
    const texts = spoken.filter(({ segment }) => segment.spoken).map(({ segment }) => segment.text);
    expect(texts).toEqual(paragraphs);
    expect(provider.spoken.toSorted()).toEqual(paragraphs.toSorted());
    for (const { segment, pcm } of spoken) {
      const expected = segment.spoken ? measured(tone(segment.text, 8000)) : undefined;
      expect([pcm?.sampleRate, pcm?.energies]).toEqual([expected?.sampleRate, expected?.energies]);
      expect(sameSamples(pcm?.samples, expected?.samples)).toBe(true);
    }
  });

  it('asks a voice again that always speaks whole texts only where its audio is damaged, however it varies', async () => {
    const random = seededRandom(3);
    const lengths = [0.8, 0.9, 1, 1.1, 1.3];
    const provider = toneProvider();
    let calls = 0;
    const varied: ToneProvider = {
      ...provider,
      facts: () => ({ nature: 'whole' }),
      async synthesize(request) {
        await provider.synthesize(request);
        calls += 1;
        const pace = lengths[Math.floor(random() * lengths.length)] ?? 1;
        const sound = speakWords(request.text, Math.round(8000 * pace));
        const cut = sound.findIndex((sample, at) => at > 0.8 * sound.length && Math.abs(sample) > 4000);
        const samples = calls === 12 ? sound.subarray(0, cut) : sound;
        return { samples: samples.map((sample) => sample + 2), sampleRate: 8000 };
      },
    };
    const tools = await toolsFor(varied, { policy: { attempts: 2, firstDelayMs: 1, maxDelayMs: 1 } });
    await run(planOf(varied, [paragraphs]), tools);
    const again = tools.events.flatMap((event) => (event.type === 'segment-retry' ? [event.reason] : []));
    expect(again).toEqual(['tone: The audio ends in the middle of a sound.']);
    expect(provider.spoken).toHaveLength(paragraphs.length + 1);
  });

  it('speaks again only the segments whose spoken form changed', async () => {
    const provider = toneProvider();
    const tools = await toolsFor(provider);
    const plan = planOf(provider, [paragraphs]);
    await run(plan, tools);
    provider.spoken.length = 0;
    await run(plan, { ...tools, provider: { ...provider, spokenParts } });
    expect(provider.spoken).toEqual(['Paragraph number 7 has words of its own.']);
  });

  it('has no more requests in flight than the provider allows', async () => {
    const provider = toneProvider({ concurrency: 3, before: () => new Promise((done) => setTimeout(done, 2)) });
    await run(planOf(provider, [paragraphs]), await toolsFor(provider));
    expect(provider.peak()).toBe(3);
  });

  it('takes from the store what is there, and speaks only the rest', async () => {
    const provider = toneProvider();
    const tools = await toolsFor(provider);
    await run(planOf(provider, [paragraphs.slice(0, 30)]), tools);
    provider.spoken.length = 0;
    const plan = planOf(provider, [paragraphs]);
    expect(await storedOf(plan, tools)).toBe(30);
    const spoken = await run(plan, tools);
    expect(provider.spoken.toSorted()).toEqual(paragraphs.slice(30).toSorted());
    expect(spoken.filter(({ stored, segment }) => stored && segment.spoken)).toHaveLength(30);
  });

  it('speaks equal segments once', async () => {
    const provider = toneProvider({ before: () => new Promise((done) => setTimeout(done, 5)) });
    const plan = planOf(provider, [
      ['Again and again.', 'Again and again.', 'Something else here.', 'Again and again.'],
    ]);
    const spoken = await run(plan, await toolsFor(provider));
    expect(provider.spoken).toEqual(['Again and again.', 'Something else here.']);
    expect(spoken.filter(({ pcm }) => pcm)).toHaveLength(4);
    // Their samples must not change, unless nothing else has them.
    const sharing = spoken.filter(({ pcm }) => spoken.filter((other) => other.pcm && other.pcm === pcm).length > 1);
    expect(sharing.length).toBeGreaterThan(1);
    expect(spoken.filter(({ isShared }) => isShared)).toEqual(sharing);
  });

  it('makes a gap of each of equal segments that wait for the same failure', async () => {
    const othersBegan = new AbortController();
    const provider = toneProvider({
      before: async ({ text }) => {
        if (text === 'Other 13.') othersBegan.abort();
        if (text !== 'Not this one.') return;
        await once(othersBegan.signal, 'abort');
        // The last one is soon among those that wait.
        await new Promise((done) => setTimeout(done, 500));
        throw new AudiobookError('provider-failed', 'The key is bad.');
      },
    });
    // 16 may wait. The last one begins when the first is done, while the second is being spoken.
    const texts = [
      'First.',
      'Not this one.',
      ...Array.from({ length: 14 }, (_, at) => `Other ${at}.`),
      'Not this one.',
    ];
    const tools = await toolsFor(provider, { allowGaps: true, isStreamed: true });
    const spoken = await run(planOf(provider, [texts]), tools);
    expect(provider.spoken.filter((text) => text === 'Not this one.')).toHaveLength(1);
    expect(spoken.filter(({ gap }) => gap).map(({ segment }) => segment.text)).toEqual([
      'Not this one.',
      'Not this one.',
    ]);
  });

  it('ends with the first failure that no retry can help, and keeps what was spoken', async () => {
    const provider = toneProvider({
      before: async ({ text }) => {
        if (!text.includes('number 20')) return;
        // Those before it may be asked for a moment later.
        await new Promise((done) => setTimeout(done, 50));
        throw new AudiobookError('provider-failed', 'The key is bad.');
      },
    });
    const tools = await toolsFor(provider);
    const plan = planOf(provider, [paragraphs]);
    await expect(run(plan, tools)).rejects.toMatchObject({ code: 'provider-failed', message: /key is bad/u });
    expect(await storedOf(plan, tools)).toBeGreaterThanOrEqual(20);
  });

  it('goes on over a failure when gaps are allowed, and names the gap', async () => {
    const provider = toneProvider({
      before: ({ text }) => {
        if (text.includes('number 20')) throw new AudiobookError('provider-failed', 'Not this one.');
      },
    });
    const spoken = await run(planOf(provider, [paragraphs]), await toolsFor(provider, { allowGaps: true }));
    const gaps = spoken.filter(({ gap }) => gap);
    expect(gaps.map(({ segment }) => segment.text)).toEqual([paragraphs[20]]);
    expect(spoken.filter(({ pcm }) => pcm)).toHaveLength(39);
  });

  it.each([false, true])('ends when the provider stays down, with and without gaps (%s)', async (allowGaps) => {
    const provider = toneProvider({
      before: (_request, call) => {
        if (call > 6) throw new AudiobookError('provider-failed', 'Refused', { retryable: true });
      },
    });
    const tools = await toolsFor(provider, { allowGaps, patienceMs: 200 });
    const plan = planOf(provider, [paragraphs]);
    await expect(run(plan, tools)).rejects.toMatchObject({
      code: 'provider-failed',
      message: expect.stringMatching(/^Refused\. The service has been down for/u),
    });
    expect(await storedOf(plan, tools)).toBe(6);
    expect(tools.events.filter(({ type }) => type === 'provider-wait').length).toBeGreaterThan(0);
  });

  it('speaks everything when the provider comes back in time', async () => {
    let failures = 0;
    const provider = toneProvider({
      before: (_request, call) => {
        if (call > 6 && failures < 12) {
          failures += 1;
          throw new AudiobookError('provider-failed', 'Refused', { retryable: true });
        }
      },
    });
    const tools = await toolsFor(provider, { patienceMs: 10_000 });
    const spoken = await run(planOf(provider, [paragraphs]), tools);
    expect(spoken.filter(({ pcm }) => pcm)).toHaveLength(40);
  });

  it('stops at once when it is aborted', async () => {
    const controller = new AbortController();
    const provider = toneProvider({
      before: async (_request, call) => {
        if (call === 10) controller.abort();
        await new Promise((done) => setTimeout(done, 1));
      },
    });
    const tools = await toolsFor(provider, { signal: controller.signal });
    await expect(run(planOf(provider, [paragraphs]), tools)).rejects.toMatchObject({ code: 'canceled' });
    expect(provider.spoken.length).toBeLessThan(20);
  });
});
