import { describe, expect, it } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { SpoiledAudioError } from '../../src/speech/call/provider-errors.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import { joinParts } from '../../src/speech/call/synthesize-in-parts.ts';
import { openai } from '../../src/speech/openai/openai.ts';
import { providerFor, speechServices } from '../helpers/servers/speech-services.ts';
import type { Fault } from '../helpers/servers/fault-kinds.ts';

const text = 'The rain had stopped before dawn. She walked down to the harbor, as she did every morning.';
const policy = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1 };

/** Speaks a text whose answers all have a fault. */
async function speak(id: string, fault: Fault) {
  const service = speechServices.find((known) => known.id === id);
  if (!service) throw new Error(`No service '${id}'.`);
  await using server = await service.start({ faults: () => fault });
  await using provider = await providerFor(service, server);
  const { signal } = new AbortController();
  return await speakSegment(provider, { text, voice: service.voice, language: 'en', signal }, { policy });
}

describe('a sample rate', () => {
  it.each([
    ['kokoro', 'half-rate', '12000'],
    ['kokoro', 'wrong-rate', '16000'],
    ['google', 'half-rate', '12000'],
    ['qwen', 'half-rate', '12000'],
    ['azure', 'half-rate', '12000'],
    ['azure', 'wrong-rate', '16000'],
    ['polly', 'wrong-rate', '16000'],
    ['edge', 'wrong-rate', '16000'],
  ] as const)('that %s does not have is wrong even when every answer has it (%s)', async (id, fault, rate) => {
    const error: unknown = await speak(id, fault).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AudiobookError);
    expect((error as AudiobookError).message).toContain(`The audio has ${rate} samples per second instead of 24000.`);
  });

  it('of an OpenAI-compatible server is not known beforehand', async () => {
    const vendor = await openai.create(settingsFrom([{}]));
    const other = await openai.create(settingsFrom([{ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }]));
    expect([vendor.capabilities.sampleRate, other.capabilities.sampleRate]).toEqual([24_000, undefined]);
    const { pcm } = await speak('openai', 'wrong-rate');
    expect(pcm.sampleRate).toBe(16_000);
  });

  it('that differs between the halves of a text is spoiled audio', () => {
    const pcm = { samples: new Int16Array(100), sampleRate: 24_000 };
    const half = { text: 'Half.', pcm };
    const other = { text: 'Other.', pcm: { ...pcm, sampleRate: 16_000 } };
    expect(() => joinParts(half, other)).toThrow(SpoiledAudioError);
    expect(joinParts(half, half).samples).toHaveLength(200);
  });
});
