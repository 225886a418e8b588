import { describe, expect, it, vi } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import type { SpeakPolicy } from '../../src/speech/call/request-answer.ts';
import type { VoiceNature } from '../../src/speech/provider.ts';
import { kokoro, kokoroProvider } from '../../src/speech/kokoro/kokoro.ts';
import { knownVoice } from '../helpers/known-voice.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { Fault, FaultPlan } from '../helpers/servers/faulty-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const policy: SpeakPolicy = { attempts: 4, firstDelayMs: 1, maxDelayMs: 30, timeoutMs: 60_000 };
const text =
  'The rain had stopped before dawn. She walked down to the harbour, as she did every morning. ' +
  'Nobody was there but the gulls. The boats lay still on the grey water, and she counted them twice.';

/** Starts a server with faults and a provider for it. */
async function startService(
  faults: FaultPlan,
  { unitsPerSecond = 15, nature = undefined as VoiceNature | undefined, onRetry = (): void => undefined } = {},
) {
  const server = await startKokoroServer({ faults });
  const provider = { ...kokoroProvider([server.url]), facts: () => ({ nature }) };
  const { signal } = new AbortController();
  const voice = knownVoice(unitsPerSecond, undefined, nature);
  return {
    server,
    speak: (spoken = text, abort = signal) =>
      speakSegment(
        provider,
        { text: spoken, voice: 'af_heart', language: 'en', signal: abort },
        { policy, voice, onRetry },
      ),
    [Symbol.asyncDispose]: async () => {
      await provider[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Speaks enough good segments to know the pace. */
async function learn(speak: (text: string) => Promise<unknown>): Promise<void> {
  for (let count = 0; count < 10; count += 1) await speak(`${text} And ${count} more.`);
}

describe('audio that does not fit its text', () => {
  it('is requested again', async () => {
    await using run = await startService((request) => (request === 10 ? 'missing-sentence' : undefined));
    await learn(run.speak);
    const { pcm } = await run.speak();
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(text), 1);
    expect(run.server.requests.slice(10)).toContainEqual(expect.objectContaining({ input: text }));
  });

  it('is requested in halves the second time, and the halves hold every word once', async () => {
    await using run = await startService((request) =>
      request === 10 || request === 11 ? 'missing-sentence' : undefined,
    );
    await learn(run.speak);
    const { pcm } = await run.speak();
    const halves = run.server.requests.slice(12).map(({ input }) => String(input));
    expect(halves).toHaveLength(2);
    expect(halves.join(' ')).toBe(text);
    expect(pcmSeconds(pcm)).toBeCloseTo(
      halves.reduce((sum, half) => sum + spokenSeconds(half), 0),
      2,
    );
  });

  it('is requested in halves at once when the voice always speaks in the same way', async () => {
    const onRetry = vi.fn<() => void>();
    await using run = await startService((request) => (request === 10 ? 'silence' : undefined), {
      nature: 'same',
      onRetry,
    });
    await learn(run.speak);
    const { doubt } = await run.speak();
    expect(run.server.requests.slice(10).filter(({ input }) => input === text)).toHaveLength(1);
    expect(run.server.requests).toHaveLength(13);
    expect(doubt).toBeUndefined();
    expect(onRetry).not.toHaveBeenCalled();
  });

  it('is accepted when the halves together are as long', async () => {
    await using run = await startService(() => undefined, { unitsPerSecond: 15 / 1.4 });
    const quick =
      'a b c d e f g h i j k l m n o p q r s t u v w x y z, a b c d e f g h i j k l m n o p q r s t u v w x y z.';
    const { pcm } = await run.speak(quick);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(quick), 1);
  });

  it('is compared with other answers of a service that was caught, and the more frequent one is kept', async () => {
    const isWrong = (request: number): boolean => request === 10 || request === first;
    let first = -1;
    await using run = await startService((request) => (isWrong(request) ? 'half' : undefined));
    await learn(run.speak);
    await run.speak();
    first = run.server.requests.length;
    const { pcm, doubt } = await run.speak('The Bridge');
    expect(doubt).toBeUndefined();
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds('The Bridge'), 1);
    expect(run.server.requests.slice(first).length).toBeGreaterThan(2);
  });

  it('is never kept in doubt when it is half of a plain text', async () => {
    await using run = await startService((request) => (request < 10 ? undefined : 'half'));
    await learn(run.speak);
    await expect(run.speak()).rejects.toMatchObject({ code: 'provider-failed' });
  });

  it('throws an error with the beginning of the text when the halves fail too', async () => {
    await using run = await startService((request) => (request < 10 ? undefined : 'empty'));
    await learn(run.speak);
    await expect(run.speak()).rejects.toMatchObject({
      code: 'provider-failed',
      message: expect.stringMatching(/answered with nothing.*The rain had stopped before dawn/u),
    });
  });
});

describe('faults of the service', () => {
  it.each<[Fault, number]>([
    ['throttle', 3],
    ['error', 3],
    ['reset-mid-body', 3],
  ])('(%s) are retried until the attempts are used up', async (fault, times) => {
    await using run = await startService((request) => (request < times ? fault : undefined));
    expect(pcmSeconds((await run.speak()).pcm)).toBeCloseTo(spokenSeconds(text), 1);
    await using worse = await startService(() => fault);
    await expect(worse.speak()).rejects.toMatchObject({ code: 'provider-failed' });
    expect(worse.server.requests).toHaveLength(policy.attempts);
  });

  it('are timeouts when a response takes longer than the provider has', async () => {
    await using server = await startKokoroServer({ faults: () => 'hang-before-headers' });
    await using provider = await kokoro.create(settingsFrom([{ KOKORO_API_URL: server.url, TTS_TIMEOUT: '0.1' }]));
    const { signal } = new AbortController();
    const request = { text: 'Radio.', voice: 'af_heart', language: 'en', signal };
    const once = { attempts: 1, firstDelayMs: 1, maxDelayMs: 1 };
    await expect(speakSegment(provider, request, { policy: once })).rejects.toMatchObject({
      code: 'provider-failed',
      message: expect.stringContaining('sent no complete response within 0.1 s.'),
    });
  });

  it('end at once with canceled on an abort', async () => {
    await using run = await startService(() => 'hang-before-headers');
    const controller = new AbortController();
    const isWaiting = vi.waitFor(() => expect(run.server.requests).toHaveLength(1), { timeout: 60_000 });
    void isWaiting.then(() => controller.abort());
    await expect(run.speak(text, controller.signal)).rejects.toMatchObject({ code: 'canceled' });
    expect(run.server.requests).toHaveLength(1);
  });
});
