import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { segmentAddress, openSegmentStore } from '../../src/pipeline/store/segment-store.ts';
import type { Segment } from '../../src/pipeline/plan/plan.ts';
import { addressOf } from '../../src/pipeline/speak/segment-address.ts';
import { synthesize } from '../../src/pipeline/speak/synthesis.ts';
import type { SynthesisTools } from '../../src/pipeline/speak/synthesis.ts';
import { measured } from '../../src/pipeline/store/segment-file.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';
import { waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const sampleRate = 8000;

function textOf(index: number): string {
  return `On day ${index} she walked down to the harbour${', as ever'.repeat(index % 3)}, and counted the grey boats.`;
}

const segments = [0, 1, 2, 3, 4, 5].map((index): Segment => ({
  text: textOf(index),
  language: 'en',
  chapter: 0,
  index,
  spoken: true,
  pauseMs: 0,
}));
const last = textOf(5);

/** Returns the tools of a run whose service answers all texts, or all but the last one. */
async function toolsOf(folder: string, { hangs, signal }: { readonly hangs: boolean; readonly signal: AbortSignal }) {
  const requests: string[] = [];
  const tools: SynthesisTools = {
    provider: {
      ...toneProvider({ concurrency: 6 }),
      async synthesize({ text, signal: asked }) {
        requests.push(text);
        if (hangs && text === last) {
          await new Promise((_, reject) => asked.addEventListener('abort', () => reject(new Error('canceled'))));
        }
        return { samples: speakWords(text, sampleRate), sampleRate };
      },
    },
    speakerOf: () => ({ voice: 'sine', language: 'en' }),
    store: await openSegmentStore(folder),
    signal,
    onProgress: () => undefined,
    allowGaps: false,
  };
  return { tools, requests };
}

async function spokenBy(tools: SynthesisTools) {
  const spoken = [];
  for await (const one of synthesize(segments, tools)) spoken.push(one);
  return spoken;
}

describe('answers that are believed while little is known of the voice', () => {
  it('are in the store when they are paid for, and are judged again, not asked for, after a kill', async () => {
    const [folder, killed] = [await temporaryFolder(), await temporaryFolder()];
    const stop = new AbortController();
    const { tools, requests } = await toolsOf(folder, { hangs: true, signal: stop.signal });
    const addresses = segments.map((segment) => addressOf(segment, tools));
    const running = spokenBy(tools).catch(() => undefined);
    await waitUntil(async () => (await tools.store.stored(addresses)).size === 5);
    expect((await tools.store.read(addresses[0] ?? ''))?.mark).toBe('unjudged');
    // What a process that is killed now leaves.
    await cp(folder, killed, { recursive: true });
    stop.abort();
    await running;
    expect(requests.toSorted()).toEqual(segments.map(({ text }) => text));

    const next = await toolsOf(killed, { hangs: false, signal: new AbortController().signal });
    const spoken = await spokenBy(next.tools);
    expect(next.requests).toEqual([last]);
    expect(spoken.map(({ pcm }) => pcm?.samples.length)).toEqual(
      segments.map(({ text }) => speakWords(text, sampleRate).length),
    );
    for (const address of addresses) expect((await next.tools.store.read(address))?.mark).toBeUndefined();
  });
});

describe('the mark of audio that is not final', () => {
  it('is kept with it, and audio without one is the same file as ever', async () => {
    const store = await openSegmentStore(await temporaryFolder());
    const address = segmentAddress({ provider: 'p', engine: 'e', voice: 'v', language: 'en', text: last });
    const pcm = measured({ samples: speakWords(last, sampleRate), sampleRate });
    await store.write(address, { ...pcm, mark: 'doubtful' });
    expect(await store.read(address)).toEqual({ ...pcm, mark: 'doubtful' });
    await store.write(address, { ...pcm, mark: undefined });
    expect(await store.read(address)).toEqual(pcm);
  });
});
