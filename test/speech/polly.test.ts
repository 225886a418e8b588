import { describe, expect, test } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { polly } from '../../src/speech/polly/polly.ts';
import { pollyKeys, startPollyServer } from '../helpers/servers/polly-server.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const keys = { AWS_ACCESS_KEY_ID: pollyKeys.accessKeyId, AWS_SECRET_ACCESS_KEY: pollyKeys.secretAccessKey };

async function setting(more: Readonly<Record<string, string>> = {}) {
  const server = await startPollyServer();
  const provider = await polly.create(settingsFrom([{ AWS_ENDPOINT_URL: server.url, ...keys, ...more }]));
  return {
    server,
    provider,
    speak: (voice = 'Joanna', language = 'en') => provider.synthesize({ text, voice, language, signal }),
    [Symbol.asyncDispose]: async () => {
      await provider[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('speech', () => {
  test('asks for 24 kHz and names the engine, with temporary credentials signed in', async () => {
    await using run = await setting({ AWS_SESSION_TOKEN: 'token-of-the-session' });
    expect((await run.speak()).sampleRate).toBe(24_000);
    expect(run.server.requests).toEqual([
      {
        Engine: 'neural',
        OutputFormat: 'ogg_vorbis',
        SampleRate: '24000',
        Text: text,
        TextType: 'text',
        VoiceId: 'Joanna',
      },
    ]);
    expect(run.server.lastToken()).toBe('token-of-the-session');
  });

  test('the standard engine has 22.05 kHz at best', async () => {
    await using run = await setting({ AWS_POLLY_ENGINE: 'standard' });
    expect((await run.speak()).sampleRate).toBe(22_050);
  });

  test('a voice with two languages is told which', async () => {
    await using run = await setting();
    await run.speak('Kajal', 'hi');
    expect(run.server.requests[0]).toMatchObject({ VoiceId: 'Kajal', LanguageCode: 'hi-IN' });
  });

  test.each(['nobody', 'Ricardo'])('the voice %s is a bad value', async (voice) => {
    await using run = await setting();
    await expect(run.speak(voice)).rejects.toMatchObject({ code: 'bad-value', retryable: false });
  });

  test('a wrong secret is not tried again, and is not shown', async () => {
    await using run = await setting({ AWS_SECRET_ACCESS_KEY: 'wrong-secret' });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'provider-failed',
      retryable: false,
      message: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
    });
    expect(String(error)).not.toContain('wrong-secret');
  });
});

describe('voices', () => {
  test('come from the service, all pages of it, with second languages', async () => {
    await using run = await setting();
    expect((await run.provider.voices('en', signal)).map(({ id }) => id)).toEqual([
      'Joanna',
      'Matthew',
      'Amy',
      'Kajal',
    ]);
    expect(await run.provider.voices('hi', signal)).toEqual([
      { id: 'Kajal', name: 'Kajal', language: 'hi-IN', gender: 'female' },
    ]);
    expect((await run.provider.voices('zh', signal)).map(({ id }) => id)).toEqual(['Zhiyu']);
  });

  test('are built in for the nine languages when the service cannot be asked', async () => {
    const provider = await polly.create(settingsFrom([{}]));
    for (const language of ['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'zh']) {
      const voices = await provider.voices(language, signal);
      expect(voices.map(({ id }) => id)).toContain(provider.defaultVoice(language));
    }
    expect(provider.defaultVoice('ko')).toBeUndefined();
  });

  test('the voice of the setting is used where it fits the language', async () => {
    await using run = await setting({ AWS_POLLY_VOICE: 'Amy' });
    expect(['en', 'en-US', 'de'].map((language) => run.provider.defaultVoice(language))).toEqual([
      'Amy',
      'Amy',
      'Vicki',
    ]);
  });
});

test('it is available when both keys are set, without a call', async () => {
  const provider = await polly.create(settingsFrom([{ AWS_ACCESS_KEY_ID: 'x' }]));
  expect(await provider.availability(signal)).toEqual({ available: false, reason: 'AWS_SECRET_ACCESS_KEY is not set' });
  await expect(provider.synthesize({ text, voice: 'Joanna', language: 'en', signal })).rejects.toMatchObject({
    code: 'provider-unavailable',
  });
});

test('an engine that does not exist is a bad value', async () => {
  await expect(polly.create(settingsFrom([{ AWS_POLLY_ENGINE: 'best' }]))).rejects.toMatchObject({ code: 'bad-value' });
});
