import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { edgeToken } from '../../src/speech/edge/edge-address.ts';
import { OverloadedError } from '../../src/speech/call/provider-errors.ts';
import { lastSentenceEnd, parseEdgeMessage } from '../../src/speech/edge/edge-messages.ts';
import { edge } from '../../src/speech/edge/edge.ts';
import { startEdgeServer } from '../helpers/servers/edge-server.ts';
import type { EdgeServerOptions } from '../helpers/servers/edge-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const { signal } = new AbortController();
const text = `Tom & "Jerry" said that it's <cold>: a bright cold day in April, and the clocks were striking.`;
const ava = 'en-US-AvaMultilingualNeural';

async function startService(options: EdgeServerOptions = {}, more: Readonly<Record<string, string>> = {}) {
  const server = await startEdgeServer(options);
  const provider = await edge.create(settingsFrom([{ EDGE_TTS_URL: server.url, ...more }]));
  return {
    server,
    provider,
    speak: (voice = ava) => provider.synthesize({ text, voice, language: 'en', signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('speech', () => {
  it('requests MP3 at 24 kHz over a WebSocket and decodes it', async () => {
    await using run = await startService();
    const pcm = await run.speak();
    expect(pcm.sampleRate).toBe(24_000);
    expect(Math.abs(pcmSeconds(pcm) - spokenSeconds(text))).toBeLessThan(0.2);
    expect(run.server.requests[0]).toMatchObject({
      headers: {
        origin: expect.stringMatching(/^chrome-extension:/u),
        cookie: expect.stringMatching(/^muid=[0-9A-F]{32};/u),
      },
      config: { context: { synthesis: { audio: { outputFormat: 'audio-24khz-48kbitrate-mono-mp3' } } } },
      ssml: {
        language: 'en-US',
        voice: 'Microsoft Server Speech Text to Speech Voice (en-US, AvaMultilingualNeural)',
        text,
      },
    });
  });

  it.each([-3_600_000, 900_000])('follows the clock of the service when ours differs by %i ms', async (clockMs) => {
    await using run = await startService({ clockMs });
    await run.speak();
    await run.speak();
    expect(run.server.requests).toHaveLength(3);
    expect((await run.provider.voices('en', signal)).map(({ id }) => id)).toEqual([ava, 'en-GB-RyanNeural']);
  });

  it('ends when it is canceled in the middle of the audio', async () => {
    await using run = await startService({ faults: () => 'hang-mid-body' });
    const controller = new AbortController();
    const speaking = run.provider.synthesize({ text, voice: ava, language: 'en', signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    await expect(speaking).rejects.toMatchObject({ code: 'canceled' });
  });
});

describe('errors', () => {
  it.each(['en-US-NobodyNeural', 'nobody'])(
    'throws bad-value for the voice %s, which is answered with nothing',
    async (voice) => {
      await using run = await startService();
      await expect(run.speak(voice)).rejects.toMatchObject({ code: 'bad-value', retryable: false });
    },
  );

  it.each([
    [403, 'provider-unavailable', false, false],
    [404, 'provider-failed', false, false],
    [408, 'provider-failed', true, true],
    [429, 'provider-failed', true, true],
    [500, 'provider-failed', true, false],
    [503, 'provider-failed', true, true],
  ])('with status %i are %s, retryable %s, with fewer requests %s', async (status, code, retryable, isFewer) => {
    await using run = await startService({ status });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, retryable, message: expect.stringContaining(`${status}`) });
    expect(error instanceof OverloadedError).toBe(isFewer);
    expect(run.server.requests).toHaveLength(1);
  });

  it.each([
    [1002, '', 'provider-failed', false, false],
    [1003, '', 'provider-failed', false, false],
    [1007, 'Unsupported voice en-US-NobodyNeural.', 'bad-value', false, false],
    [1007, 'SSML is invalid', 'provider-failed', false, false],
    [1008, '', 'provider-failed', false, false],
    [1009, '', 'provider-failed', false, false],
    [1011, '', 'provider-failed', true, false],
    [4500, '', 'provider-failed', true, false],
    [4429, 'The request is throttled.', 'provider-failed', true, true],
  ])('with the close code %i "%s" are %s, retryable %s, with fewer requests %s', async (...row) => {
    const [closeCode, reason, code, retryable, isFewer] = row;
    await using run = await startService({ close: { code: closeCode, reason } });
    const message = expect.stringMatching(/^\S.*\(code \d+\)(?:: [\w -]+)?\.$/u);
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, retryable, message });
    expect(error instanceof OverloadedError).toBe(isFewer);
  });

  it('say that audio is cut off when it ends before the last sentence', async () => {
    await using run = await startService({ faults: () => 'truncated' });
    await expect(run.speak()).rejects.toMatchObject({ retryable: true, message: expect.stringContaining('cut off') });
  });
});

describe('edge', () => {
  it('has terms, needs no key, and sends no request to be listed', async () => {
    expect(edge.terms).toMatch(/does not offer them to other programs/u);
    await using run = await startService();
    expect(await run.provider.availability(signal)).toEqual({ available: true });
    expect(run.server.requests).toHaveLength(0);
  });

  it('lists the voices of the service, and built-in ones when it cannot be reached', async () => {
    await using run = await startService();
    expect((await run.provider.voices('de', signal)).map(({ id }) => id)).toEqual(['de-DE-KatjaNeural']);
    const offline = await edge.create(settingsFrom([{ EDGE_TTS_URL: 'http://127.0.0.1:9' }]));
    expect((await offline.voices('de', signal)).map(({ id }) => id)).toContain(
      await offline.defaultVoice('de', signal),
    );
  });

  it('throws bad-value for an unreadable version or address', async () => {
    for (const source of [{ EDGE_TTS_VERSION: 'new' }, { EDGE_TTS_URL: 'ftp://x' }]) {
      await expect(edge.create(settingsFrom([source]))).rejects.toMatchObject({ code: 'bad-value' });
    }
  });
});

describe('edgeToken', () => {
  it('is the hash of the five minutes and the client token', () => {
    // Computed in Python with the formula of edge-tts 7.2.7.
    const time = Date.UTC(2026, 0, 1, 12, 2, 3);
    expect(edgeToken(time)).toBe('39BB954F85A510597B5AFE57B735ACED15BE885B6C1DB1AE66B0B82B934FEC66');
    expect(edgeToken(time + 120_000)).toBe(edgeToken(time));
    expect(edgeToken(time + 180_000)).not.toBe(edgeToken(time));
  });
});

describe('messages', () => {
  it('of another form are not read', () => {
    expect(parseEdgeMessage(Buffer.from('hello'), false)).toBeUndefined();
    expect(parseEdgeMessage(Buffer.from([0]), true)).toBeUndefined();
    expect(parseEdgeMessage(Buffer.from([255, 255, 1]), true)).toBeUndefined();
    expect(parseEdgeMessage(Buffer.from('X-RequestId:1\r\n\r\n{}'), false)).toBeUndefined();
  });

  it.each(['', 'null', '[]', '{"Metadata":7}', '{"Metadata":[null,{"Type":"SessionEnd","Data":null}]}'])(
    'with the metadata %j name no end',
    (body) => {
      expect(lastSentenceEnd(Buffer.from(body))).toBeUndefined();
    },
  );
});
