import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { speakSegment } from '../../src/speech/call/speak-segment.ts';
import { createProvider } from '../../src/speech/registry.ts';
import { startServer } from '../helpers/servers/faulty-server.ts';
import type { FakeResponse, FaultPlan, SpeechServer } from '../helpers/servers/faulty-server.ts';
import { providerFor, speechServices } from '../helpers/servers/speech-services.ts';
import type { SpeechService } from '../helpers/servers/speech-services.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const text = 'She walked down to the harbour before dawn, as she did on every other morning.';
const { signal } = new AbortController();
const policy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 5 };
const services = speechServices.filter(({ id }) => ['kokoro', 'openai', 'elevenlabs'].includes(id));
const google = speechServices.filter(({ id }) => id === 'google');

/** Speaks the text a few times with a service that follows a plan, and returns how often it was asked. */
async function speakTimes(service: SpeechService, times: number, faults: FaultPlan): Promise<number> {
  await using server = await service.start({ sampleRate: 24_000, faults });
  await using provider = await providerFor(service, server);
  for (let time = 0; time < times; time += 1) {
    const { pcm } = await speakSegment(provider, { text, voice: service.voice, language: 'en', signal }, { policy });
    expect(Math.abs(pcmSeconds(pcm) / spokenSeconds(text) - 1)).toBeLessThan(0.03);
  }
  return server.requests.length;
}

/** Headers by which services know who asks. */
const keyHeaders = ['authorization', 'xi-api-key', 'cookie'];

/** Asks a service whose every answer redirects, and returns the headers that the place behind it gets. */
async function redirected(service: SpeechService, locationOf: (url: string, port: number) => string, status = 307) {
  const arrived: { readonly method: string | undefined; readonly keys: readonly string[]; readonly body: string }[] =
    [];
  const behind = await startServer(({ method, headers }, body): FakeResponse => {
    arrived.push({ method, body, keys: keyHeaders.filter((name) => headers[name] !== undefined) });
    return { status: 401, body: '' };
  });
  const front = await startServer(({ url = '' }) => {
    return { status, headers: { location: locationOf(url, behind.port) }, body: '' };
  });
  await using _ = behind;
  await using __ = front;
  const asked: SpeechServer = { ...front, requests: [], spoken: [] };
  await using provider = await createProvider(service.id, settingsFrom([service.settings(asked)]));
  const speaking = provider.synthesize({ text, voice: service.voice, language: 'en', signal });
  const error = await speaking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { arrived, error };
}

describe.each(services)('$id over HTTP', (service) => {
  it('reads a compressed answer', async () => {
    expect(await speakTimes(service, 1, () => 'gzip')).toBe(1);
  });

  it('reads an answer of two joined files', async () => {
    expect(await speakTimes(service, 1, () => 'joined-files')).toBe(1);
  });

  it.each(['cut-chunk', 'long-length'] as const)(
    'asks again after an answer that ends too early: %s',
    async (fault) => {
      expect(await speakTimes(service, 1, (request) => (request === 0 ? fault : undefined))).toBe(2);
    },
  );

  it('asks again where the connection that was kept is closed', async () => {
    expect(await speakTimes(service, 3, () => 'closed-keep-alive')).toBe(3);
  });

  it('follows a redirect on the same host', async () => {
    expect(await speakTimes(service, 1, (request) => (request < 2 ? 'redirect' : undefined))).toBe(3);
  });

  it.each([301, 302, 307, 308])('tells no other host who asks: %d', async (status) => {
    const away = await redirected(service, (url, port) => `http://localhost:${port}${url}`, status);
    expect(away.arrived).toEqual([{ method: 'POST', keys: [], body: expect.stringContaining(text) }]);
    expect(away.error).toMatchObject({ code: 'provider-unavailable' });
  });

  it('ends a loop of redirects with an error that names the address', async () => {
    const { error } = await redirected(service, (url) => url);
    expect(error).toMatchObject({
      code: 'provider-failed',
      retryable: true,
      message: expect.stringMatching(/http:\/\/127\.0\.0\.1:\d+\/\S+ redirects more than 5 times/u),
    });
  });
});

describe.each(google)('$id over HTTP/2', (service) => {
  it('opens another connection after GOAWAY', async () => {
    expect(await speakTimes(service, 3, () => 'closed-keep-alive')).toBe(3);
  });

  it('asks again after an answer that ends within a message', async () => {
    expect(await speakTimes(service, 1, (request) => (request === 0 ? 'cut-chunk' : undefined))).toBe(2);
  });
});
