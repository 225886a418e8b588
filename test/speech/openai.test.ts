import { describe, expect, test } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { openai } from '../../src/speech/openai/openai.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';

async function setting(more: Readonly<Record<string, string>> = {}) {
  const server = await startOpenaiServer({ sampleRate: 8000 });
  const source = { OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_BASE_URL: `${server.url}/v1/`, ...more };
  const provider = await openai.create(settingsFrom([source]));
  return {
    server,
    provider,
    speak: (spoken = text) => provider.synthesize({ text: spoken, voice: 'fable', language: 'en', signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('speech', () => {
  test('sends the model, the voice and the instructions, and takes WAV', async () => {
    await using run = await setting({ OPENAI_TTS_INSTRUCTIONS: 'Calmly.' });
    expect(pcmSeconds(await run.speak())).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests[0]).toEqual({
      authorization: 'Bearer sk-test-0123456789',
      body: { model: 'gpt-4o-mini-tts', voice: 'fable', input: text, response_format: 'wav', instructions: 'Calmly.' },
    });
  });

  test('models that take no instructions get none', async () => {
    await using run = await setting({ OPENAI_TTS_MODEL: 'tts-1-hd', OPENAI_TTS_INSTRUCTIONS: 'Calmly.' });
    await run.speak();
    expect(run.server.requests[0]?.body).not.toHaveProperty('instructions');
  });

  test('a text with more tokens than the model takes is spoken in parts, every word once', async () => {
    await using run = await setting();
    const long = '这是一个很长的句子，里面有许多字。'.repeat(150);
    const pcm = await run.speak(long);
    expect(run.server.spoken.length).toBeGreaterThan(1);
    expect(run.server.spoken.join('')).toBe(long);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(long), 0);
  });
});

describe('errors', () => {
  test('a wrong key is not tried again, and is not shown', async () => {
    await using run = await setting({ OPENAI_API_KEY: 'sk-wrong-abcdefgh' });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'provider-failed',
      retryable: false,
      message: expect.stringMatching(/401.*Check the key/u),
    });
    expect(String(error)).not.toContain('abcdefgh');
  });

  test('a used-up quota is not tried again although its status is 429', async () => {
    await using run = await setting({ OPENAI_TTS_MODEL: 'quota' });
    await expect(run.speak()).rejects.toMatchObject({ retryable: false, message: expect.stringContaining('quota') });
  });

  test('an unknown model is reported in the words of the service', async () => {
    await using run = await setting({ OPENAI_TTS_MODEL: 'none' });
    await expect(run.speak()).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('The model `none` does not exist'),
    });
  });

  test('the words of another server, which the SDK would drop, reach the user', async () => {
    await using run = await setting();
    const elsewhere = await openai.create(
      settingsFrom([{ OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${run.server.url}/other` }]),
    );
    await expect(elsewhere.synthesize({ text, voice: 'alloy', language: 'en', signal })).rejects.toMatchObject({
      message: expect.stringContaining('Unknown request URL'),
    });
  });
});

test('six voices speak every language, and another name is taken as it is given', async () => {
  await using run = await setting({ OPENAI_TTS_VOICE: 'marin' });
  const voices = await run.provider.voices('fr', signal);
  expect(voices.map(({ id }) => id).toSorted()).toEqual(['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']);
  expect(run.provider.defaultVoice('fr')).toBe('marin');
});

test('it is available when a key is set, without a call', async () => {
  const provider = await openai.create(settingsFrom([{}]));
  expect(await provider.availability(signal)).toEqual({ available: false, reason: 'OPENAI_API_KEY is not set' });
  await using run = await setting();
  expect(await run.provider.availability(signal)).toEqual({ available: true });
  expect(run.server.requests).toHaveLength(0);
});

test('the identity changes with all that shapes the sound, and not with the key', async () => {
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
