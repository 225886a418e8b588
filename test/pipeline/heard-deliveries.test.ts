import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitFile } from '../../src/audio/encoding/audio-encoding.ts';
import { locateFfmpeg } from '../../src/audio/ffmpeg/locate-ffmpeg.ts';
import { LoudnessMeter } from '../../src/audio/loudness/loudness-meter.ts';
import { VoiceLevels } from '../../src/audio/loudness/voice-levels.ts';
import type { Block, BlockRange } from '../../src/core/book.ts';
import type { Delivery } from '../../src/core/delivery.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { assemble } from '../../src/pipeline/encode/assemble.ts';
import { countDeliveries, deliveriesText } from '../../src/pipeline/plan/heard-deliveries.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import { saysDelivery } from '../../src/pipeline/plan/says-delivery.ts';
import { addressOf } from '../../src/pipeline/speak/segment-address.ts';
import { openSegmentStore, segmentAddress } from '../../src/pipeline/store/segment-store.ts';
import { embeddedProvider } from '../../src/speech/embedded/embedded.ts';
import { elevenlabs } from '../../src/speech/elevenlabs/elevenlabs.ts';
import { openai } from '../../src/speech/openai/openai.ts';
import { polly } from '../../src/speech/polly/polly.ts';
import type { ProviderDescription, SpeechProvider } from '../../src/speech/provider.ts';
import { decode } from '../audio/sound.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const said = 'The tide came in over the flats, and nobody on the quay looked up at the boats.';
const speakers = new Map([
  ['anne', 'espeak:en-us'],
  ['bob', 'flite:rms'],
]);
/** The levels of the voices before anything is done about them, in decibels. */
const levels = new Map([
  ['espeak:en-us', 3],
  ['flite:rms', -17],
]);

function speakerOf({ role = '' }: { readonly role?: string | undefined }) {
  return { voice: speakers.get(role) ?? 'flite:slt', language: 'en' };
}

/** Returns a paragraph that is said whole in one way. */
function paragraph(more: Omit<BlockRange, 'from' | 'to'>): Block {
  return { kind: 'paragraph', text: said, document: 'a.xhtml', ranges: [{ from: 0, to: said.length, ...more }] };
}

/** Returns voices of very different levels. */
async function unevenProvider(): Promise<SpeechProvider> {
  const provider = await embeddedProvider({ espeak: ['js'], engines: 1 });
  return {
    ...provider,
    async synthesize(request) {
      const pcm = await provider.synthesize(request);
      const gain = 10 ** ((levels.get(request.voice) ?? 0) / 20);
      return { ...pcm, samples: pcm.samples.map((sample) => Math.round(sample * gain)) };
    },
  };
}

async function heardOf(blocks: readonly Block[]) {
  await using provider = await unevenProvider();
  const folder = await temporaryFolder();
  const { limit, target } = provider;
  const options = { limit, target, language: 'en', says: saysDelivery(provider, speakerOf) };
  const { chapters } = planBook([{ title: 'One', titleSource: 'number', blocks }], options);
  await using store = await openSegmentStore(path.join(folder, 'store'));
  const output = path.join(folder, 'book.wav');
  const assembly = await assemble(
    chapters,
    { request: { output, format: 'wav' }, commit: commitFile, metadata: { title: 'A Book', authors: [] } },
    {
      provider,
      speakerOf,
      store,
      ffmpeg: await locateFfmpeg(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      allowGaps: false,
    },
  );
  const samples = await decode(output, assembly.sampleRate);
  const parts = [...assembly.sounds.values()].map(({ startSample, endSample }) => {
    const meter = new LoudnessMeter(assembly.sampleRate);
    meter.add(samples.subarray(startSample, endSample));
    return {
      lufs: meter.integrated(),
      startSample,
      endSample,
      seconds: (endSample - startSample) / assembly.sampleRate,
    };
  });
  return { parts, sampleRate: assembly.sampleRate, counts: countDeliveries(chapters, provider, speakerOf) };
}

it('voices of a cast are as loud as each other, whatever their level', async () => {
  const roles = [{}, { role: 'anne' }, { role: 'bob' }];
  const { parts } = await heardOf([...roles, ...roles].map((more) => paragraph(more)));
  const [narrator = 0] = parts.map(({ lufs }) => lufs);
  for (const { lufs } of parts) expect(Math.abs(lufs - narrator)).toBeLessThan(1);
});

it('a manner changes pace and level of a voice that has no more, within narrow bounds, and a beat is exact', async () => {
  const whispered = { delivery: { manner: 'whispered' as const } };
  const { parts, sampleRate, counts } = await heardOf([
    paragraph({ beatMs: 700 }),
    paragraph(whispered),
    paragraph({ delivery: { manner: 'shouted' } }),
    paragraph({ delivery: { manner: 'urgent' }, role: 'anne' }),
    paragraph({ role: 'anne' }),
  ]);
  const [plain, whisper, shout, urgent, anne] = parts;
  if (!plain || !whisper || !shout || !urgent || !anne) throw new Error('A part is missing.');
  expect(whisper.lufs - plain.lufs).toBeCloseTo(-3, 0);
  expect(shout.lufs - plain.lufs).toBeCloseTo(3, 0);
  expect(whisper.seconds / plain.seconds).toBeCloseTo(1 / 0.94, 1);
  expect(anne.seconds / urgent.seconds).toBeCloseTo(1.1, 1);
  expect((whisper.startSample - plain.endSample) / sampleRate).toBeCloseTo(0.7 + 0.6, 3);
  expect(counts).toEqual({ passages: 3, words: 0, styles: 0, tags: 0, pace: 3 });
});

it('the levels of one voice are as they were', () => {
  const voices = new VoiceLevels();
  const loudness = { lufs: -23, seconds: 4 };
  expect(voices.placed(loudness, 'a')).toBe(loudness);
  expect(voices.placed(loudness, undefined)).toBe(loudness);
  expect(voices.placed({ lufs: -30, seconds: 1 }, 'b')).toEqual({ lufs: -30, seconds: 1, voiceLufs: -30 });
  expect(voices.placed({ lufs: -20, seconds: 3 }, 'b')).toEqual({ lufs: -20, seconds: 3, voiceLufs: -22.5 });
  expect(voices.placed(loudness, 'a')).toBe(loudness);
});

it('the counts are one sentence', () => {
  expect(deliveriesText({ passages: 9, words: 4, styles: 1, tags: 0, pace: 3 })).toBe(
    '9 directed passages: 5 in words or by a style, 3 by pace and level, 1 as usual, as the voice has nothing else for part of a sentence',
  );
});

describe('the address of a segment', () => {
  const segment = { chapter: 0, index: 1, text: said, language: 'en', pauseMs: 0, spoken: true };
  const whispered: Delivery = { manner: 'whispered' };

  async function addressesOf(
    description: ProviderDescription,
    source: Readonly<Record<string, string>>,
    deliveries: readonly (Delivery | undefined)[],
  ): Promise<readonly string[]> {
    await using provider = await description.create(settingsFrom([source]));
    const tools = { provider, speakerOf: () => ({ voice: 'fable', language: 'en' }) };
    return deliveries.map((delivery) => addressOf({ ...segment, delivery }, tools));
  }

  const key = { OPENAI_API_KEY: 'sk-test-0123456789' };

  it('is that of before for one without a delivery, and for a neutral one', async () => {
    const [absent, neutral] = await addressesOf(openai, key, [undefined, { manner: 'neutral', words: 'as usual' }]);
    const identity = {
      provider: 'openai',
      engine: '["","gpt-4o-mini-tts",""]',
      voice: 'fable',
      language: 'en',
      text: said,
    };
    expect(absent).toBe(segmentAddress(identity));
    expect(neutral).toBe(absent);
  });

  it('follows from the words only where the voice is told them', async () => {
    const worded = { ...whispered, words: 'whispering, afraid' };
    const [plain, words] = await addressesOf(openai, key, [whispered, worded]);
    expect(words).not.toBe(plain);
    const tags = { ELEVENLABS_API_KEY: 'key', ELEVENLABS_MODEL: 'eleven_v3' };
    const [none, tag, tagAndWords, sad] = await addressesOf(elevenlabs, tags, [
      undefined,
      whispered,
      worded,
      { manner: 'sad' },
    ]);
    expect(tagAndWords).toBe(tag);
    expect(new Set([none, tag, sad]).size).toBe(3);
  });

  it('is another at another pace, and the same where the sound is stretched', async () => {
    const [own, slower] = await addressesOf(elevenlabs, { ELEVENLABS_API_KEY: 'key' }, [undefined, whispered]);
    expect(slower).not.toBe(own);
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const [stored, stretched] = await addressesOf(polly, keys, [undefined, whispered]);
    expect(stretched).toBe(stored);
  });
});
