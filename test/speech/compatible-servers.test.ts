import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { VoiceMemories } from '../../src/pipeline/speak/voice-memories.ts';
import { createProvider } from '../../src/speech/registry.ts';
import { startCompatibleServer, wireHabits } from '../helpers/servers/compatible-servers.ts';
import type { WireHabits } from '../helpers/servers/compatible-servers.ts';
import type { FakeResponse } from '../helpers/servers/faulty-server.ts';
import { encodeSamples } from '../helpers/servers/encode-samples.ts';
import { spokenSamples, spokenSeconds } from '../helpers/servers/spoken-audio.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const text = [
  'The harbour master had seen many winters, and none of them had brought a ship like this one into the bay.',
  'She lay low in the water, her masts were bare, and nobody answered when the pilot called across the ice.',
  'At noon the wind turned, the fog lifted for a moment, and on her stern they read a name that was in no book.',
].join(' ');

async function openProvider({ model, base }: WireHabits, url: string, more: Readonly<Record<string, string>> = {}) {
  const address = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${url}${base}` };
  return await createProvider(
    'openai',
    settingsFrom([{ ...more, ...address, ...(model !== undefined && { OPENAI_TTS_MODEL: model }) }]),
  );
}

const anyServer: WireHabits = { base: '/v1', sampleRate: 24_000, refuses: () => ({ status: 500, body: '' }) };

/** Starts a server and a provider for it, which speaks a text with the server's voice. */
async function start(
  habits: WireHabits,
  more: Readonly<Record<string, string>> = {},
  before?: (request: number) => FakeResponse | undefined,
) {
  const server = await startCompatibleServer(habits, before);
  const provider = await openProvider(habits, server.url, more);
  const { voice = 'alloy' } = habits;
  return {
    server,
    provider,
    speak: (said = text) => provider.synthesize({ text: said, voice, language: 'en', signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe.each(Object.entries(wireHabits))('%s', (_name, habits) => {
  it('speaks every word once, and is asked for what it refused no second time', async () => {
    await using run = await start(habits);
    const { server } = run;
    const pcm = await run.speak();
    expect(server.spoken.join(' ')).toBe(text);
    const more = pcmSeconds(pcm) - server.spoken.reduce((sum, part) => sum + spokenSeconds(part), 0);
    // What an encoder adds at the ends is at most a tenth of a second, and the joint of two halves has a pause.
    expect(more).toBeGreaterThan(-0.02);
    expect(more).toBeLessThan(0.1 + 0.5 * (server.spoken.length - 1));
    const [requests, spoken] = [server.requests.length, server.spoken.length];
    await run.speak();
    expect(server.spoken.slice(spoken).join(' ')).toBe(text);
    expect(server.requests.length - requests).toBe(server.spoken.length - spoken);
  });

  it('lists its voices', async () => {
    await using run = await start(habits);
    const ids = new Set((await run.provider.voices('', signal)).map(({ id }) => id));
    const isListed = habits.voices !== undefined;
    expect([ids.has('alloy'), ids.has(habits.voice ?? 'alloy')]).toEqual([!isListed, isListed || !habits.voice]);
  });
});

describe('what was learned of a server', () => {
  it('is known to the next run', async () => {
    const habits = { ...anyServer, ...wireHabits['a gateway with MP3 alone'] };
    const folder = await temporaryFolder();
    await using server = await startCompatibleServer(habits);
    for (const expected of [3, 0]) {
      const provider = await openProvider(habits, server.url);
      const memories = new VoiceMemories(provider, folder);
      await memories.for('alloy');
      const before = server.requests.length - server.spoken.length;
      await provider.synthesize({ text, voice: 'alloy', language: 'en', signal });
      expect(server.requests.length - server.spoken.length - before).toBe(expected);
      await memories.save();
    }
  });

  it('shapes no address of a segment', async () => {
    await using run = await start({ ...anyServer, ...wireHabits['a gateway with MP3 alone'] });
    const before = [run.provider.identity('alloy'), run.provider.target, run.provider.limit];
    await run.speak();
    expect([run.provider.identity('alloy'), run.provider.target, run.provider.limit]).toEqual(before);
  });
});

describe('settings', () => {
  it('ask for a format, and take what comes', async () => {
    await using run = await start({ ...anyServer, sends: 'flac' }, { OPENAI_TTS_FORMAT: 'opus' });
    expect(pcmSeconds(await run.speak())).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests.map((body) => body['response_format'])).toEqual(['opus']);
  });

  it('bound the texts of a plan', async () => {
    await using run = await start(anyServer, { OPENAI_TTS_MAX_CHARS: '300' });
    expect(run.provider).toMatchObject({ limit: { max: 300, unit: 'chars' }, target: 300 });
    await expect(start(anyServer, { OPENAI_TTS_MAX_CHARS: '10' })).rejects.toThrow(
      "Invalid OPENAI_TTS_MAX_CHARS '10'. Expected a whole number from 40 to 4096.",
    );
  });

  it('add fields to each request, and are part of the address of a segment', async () => {
    await using plain = await start(anyServer);
    await using run = await start(anyServer, { OPENAI_TTS_EXTRA: '{"exaggeration": 0.4, "seed": 7}' });
    await run.speak();
    expect(run.server.requests[0]).toMatchObject({ exaggeration: 0.4, seed: 7, input: text });
    const addresses = [plain, run].map(({ provider, server }) => provider.identity('x').replace(server.url, ''));
    expect(addresses[1]).toContain('exaggeration');
    expect(addresses[0]).not.toContain('{');
  });

  it.each([
    ['{"input": "Other words."}', "Expected fields without 'input'"],
    ['{"voice": "x"}', "Expected fields without 'voice'"],
    ['0.4', 'Expected a JSON object'],
    ['{exaggeration: 1}', 'Expected a JSON object'],
    ['[1]', 'Expected a JSON object'],
  ])('add nothing else: %s', async (extra, message) => {
    await expect(start(anyServer, { OPENAI_TTS_EXTRA: extra })).rejects.toThrow(message);
  });
});

describe('a server that refuses', () => {
  it('the model: the setting and its models are named', async () => {
    await using run = await start({ ...anyServer, ...wireHabits['Speaches'] });
    const provider = await openProvider({ ...anyServer, model: 'tts-1' }, run.server.url);
    await expect(provider.synthesize({ text, voice: 'af_heart', language: 'en', signal })).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining(
        'You can download it. Set OPENAI_TTS_MODEL. The server has: speaches-ai/Kokoro-82M-v1.0-ONNX.',
      ),
    });
  });

  it('every format: each is asked for once', async () => {
    const answer = { status: 400, body: 'Unsupported response_format' };
    await using run = await start(anyServer, {}, () => answer);
    await expect(run.speak()).rejects.toMatchObject({ code: 'provider-failed', retryable: false });
    expect(run.server.requests.map((body) => body['response_format'])).toEqual(['wav', 'flac', 'mp3']);
  });

  it('any length: the halves end', async () => {
    const answer = { status: 413, body: '' };
    await using run = await start(anyServer, {}, () => answer);
    await expect(run.speak()).rejects.toMatchObject({ code: 'provider-failed', retryable: false });
    expect(run.server.requests.length).toBeLessThan(10);
    expect(run.provider.habits).not.toHaveProperty('refusedLength');
  });
});

describe('an answer that is no audio', () => {
  const mp3 = encodeSamples(spokenSamples('A few words.', 24_000), 24_000, ['-f', 'mp3']);

  it.each<[string, Buffer | string]>([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['an error', '{"error": "the model crashed"}'],
    ['an error with a long text', JSON.stringify({ error: 'YWJj'.repeat(200) })],
    ['JSON with no audio', JSON.stringify({ audio: Buffer.from('<html>'.repeat(50)).toString('base64') })],
    ['a list of parts', '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:1/x.mp3\n'],
    ['events', 'data: {"type":"speech.audio.delta","audio":"SUQz"}\n\n'],
    ['the tag of an MP3 alone', mp3.subarray(0, 40)],
    ['an MP3 with other content', Buffer.concat([mp3.subarray(0, 45), Buffer.alloc(4000, 'x')])],
    ['nothing', ''],
  ])('is never spoken: %s', async (_name, body) => {
    await using run = await start(anyServer, {}, () => ({ body }));
    await expect(run.speak()).rejects.toMatchObject({ code: 'provider-failed' });
  });
});
