import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { openai } from '../../src/speech/openai/openai.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';

async function startService(more: Readonly<Record<string, string>> = {}, voiceList?: unknown) {
  const server = await startOpenaiServer({ sampleRate: 8000, voiceList });
  const source = { OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: `${server.url}/v1/`, ...more };
  const provider = await openai.create(settingsFrom([source]));
  return {
    server,
    provider,
    speak: (spoken = text, speed?: number) =>
      provider.synthesize({ text: spoken, voice: 'fable', language: 'en', speed, signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('speech', () => {
  it('sends the model, the voice and the instructions, and accepts WAV', async () => {
    await using run = await startService({ OPENAI_TTS_INSTRUCTIONS: 'Calmly.' });
    expect(pcmSeconds(await run.speak())).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests[0]).toEqual({
      authorization: 'Bearer sk-test-0123456789',
      body: { model: 'gpt-4o-mini-tts', voice: 'fable', input: text, response_format: 'wav', instructions: 'Calmly.' },
    });
  });

  it('sends a speed only when one is asked for', async () => {
    await using run = await startService();
    await run.speak();
    await run.speak(text, 1.25);
    const [usual, faster] = run.server.requests.map(({ body }) => body);
    expect(usual).not.toHaveProperty('speed');
    expect(faster).toHaveProperty('speed', 1.25);
  });

  it('sends no instructions to models that do not support them', async () => {
    await using run = await startService({ OPENAI_TTS_MODEL: 'tts-1-hd', OPENAI_TTS_INSTRUCTIONS: 'Calmly.' });
    await run.speak();
    expect(run.server.requests[0]?.body).not.toHaveProperty('instructions');
  });

  it('speaks a text with too many tokens in parts, every word once', async () => {
    await using run = await startService();
    const long = '这是一个很长的句子，里面有许多字。'.repeat(150);
    const pcm = await run.speak(long);
    expect(run.server.spoken.length).toBeGreaterThan(1);
    expect(run.server.spoken.join('')).toBe(long);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(long), 0);
  });
});

describe('errors', () => {
  it('does not retry or show a wrong key', async () => {
    await using run = await startService({ OPENAI_API_KEY: 'sk-wrong-abcdefgh' });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'provider-unavailable',
      retryable: false,
      message: expect.stringContaining('answered 401: Incorrect API key provided'),
    });
    expect(String(error)).not.toContain('abcdefgh');
  });

  it('does not retry a used-up quota with status 429', async () => {
    await using run = await startService({ OPENAI_TTS_MODEL: 'quota' });
    await expect(run.speak()).rejects.toMatchObject({ retryable: false, message: expect.stringContaining('quota') });
  });

  it('reports an unknown model in the words of the service', async () => {
    await using run = await startService({ OPENAI_TTS_MODEL: 'none' });
    await expect(run.speak()).rejects.toMatchObject({
      code: 'bad-value',
      retryable: false,
      message: expect.stringContaining('The model `none` does not exist'),
    });
  });

  it('reports the message of another server, which the SDK would drop', async () => {
    await using run = await startService();
    const elsewhere = await openai.create(
      settingsFrom([{ OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${run.server.url}/other` }]),
    );
    await expect(elsewhere.synthesize({ text, voice: 'alloy', language: 'en', signal })).rejects.toMatchObject({
      message: expect.stringContaining('Unknown request URL'),
    });
  });
});

describe('openai', () => {
  it("lists the vendor's voices for every language, six first, and passes other names on", async () => {
    await using run = await startService({ OPENAI_TTS_VOICE: 'other' });
    const voices = (await run.provider.voices('fr', signal)).map(({ id }) => id);
    expect(voices.slice(0, 6)).toEqual(['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']);
    expect(voices.slice(6)).toEqual(['ash', 'ballad', 'coral', 'sage', 'verse', 'marin', 'cedar']);
    expect(await run.provider.defaultVoice('fr', signal)).toBe('other');
    expect(await run.provider.languagesOf('marin', signal)).toEqual(['mul']);
  });

  it.each([
    ['names', ['tara', 'leo'], { tara: 'mul', leo: 'mul' }, 'tara'],
    [
      'objects of Kokoro-FastAPI',
      { voices: [{ id: 'ff_siwis', name: 'ff_siwis' }, { id: 'af_sky' }] },
      { af_sky: 'en-US', ff_siwis: 'fr-FR' },
      'af_sky',
    ],
    ['names of Kokoro-FastAPI', { voices: ['af_sky', 'ff_siwis'] }, { af_sky: 'en-US', ff_siwis: 'fr-FR' }, 'af_sky'],
    [
      'objects with languages',
      {
        voices: [
          { name: 'de-DE-KatjaNeural', gender: 'Female', language: 'de-DE' },
          { name: 'Ava', language: 'en_US' },
        ],
      },
      { 'de-DE-KatjaNeural': 'de-DE', Ava: 'en-US' },
      'Ava',
    ],
    [
      'objects with voice ids',
      { data: [{ voice_id: 'pt_BR-faber-medium' }, { voice_id: 'alloy' }, { other: 1 }] },
      { 'pt_BR-faber-medium': 'pt-BR', alloy: 'mul' },
      'alloy',
    ],
  ])('asks a compatible server for its voices: %s', async (_shape, voiceList, languages, best) => {
    await using run = await startService({}, voiceList);
    const voices = await run.provider.voices('', signal);
    expect(Object.fromEntries(voices.map(({ id, language }) => [id, language]))).toEqual(languages);
    expect(await run.provider.defaultVoice('en', signal)).toBe(best);
  });

  it.each([[{ error: 'unknown' }], [{ voices: [] }], ['voices'], [undefined]])(
    "lists the vendor's voices when a compatible server answers %j",
    async (voiceList) => {
      await using run = await startService({}, voiceList);
      expect(await run.provider.voices('', signal)).toHaveLength(13);
      expect(await run.provider.defaultVoice('en', signal)).toBe('alloy');
    },
  );

  it('is available when a key is set, without a request', async () => {
    const provider = await openai.create(settingsFrom([{}]));
    expect(await provider.availability(signal)).toEqual({ available: false, reason: 'OPENAI_API_KEY is not set' });
    await using run = await startService();
    expect(await run.provider.availability(signal)).toEqual({ available: true });
    expect(run.server.requests).toHaveLength(0);
  });

  it('changes its identity with everything that shapes the sound, not with the key', async () => {
    const identities = await Promise.all(
      [
        {},
        { OPENAI_API_KEY: 'y' },
        { OPENAI_TTS_MODEL: 'tts-1' },
        { OPENAI_TTS_INSTRUCTIONS: 'Slowly.' },
        { OPENAI_BASE_URL: 'http://other/v1' },
      ].map(async (source) => (await openai.create(settingsFrom([source]))).identity('alloy')),
    );
    expect(identities[0]).toBe(identities[1]);
    expect(new Set(identities).size).toBe(4);
  });
});
