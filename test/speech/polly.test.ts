import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { polly } from '../../src/speech/polly/polly.ts';
import { pollyKeys, startPollyServer } from '../helpers/servers/polly-server.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const keys = { AWS_ACCESS_KEY_ID: pollyKeys.accessKeyId, AWS_SECRET_ACCESS_KEY: pollyKeys.secretAccessKey };

async function startService(more: Readonly<Record<string, string>> = {}) {
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
  it('requests 24 kHz from the engine, signed with temporary credentials', async () => {
    await using run = await startService({ AWS_SESSION_TOKEN: 'token-of-the-session' });
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

  it('has at most 22.05 kHz from the standard engine', async () => {
    await using run = await startService({ AWS_POLLY_ENGINE: 'standard' });
    expect((await run.speak()).sampleRate).toBe(22_050);
  });

  it('names the language for a voice with two languages', async () => {
    await using run = await startService();
    await run.speak('Kajal', 'hi');
    expect(run.server.requests[0]).toMatchObject({ VoiceId: 'Kajal', LanguageCode: 'hi-IN' });
  });

  it.each(['missing', 'Ricardo'])('throws bad-value for the voice %s', async (voice) => {
    await using run = await startService();
    await expect(run.speak(voice)).rejects.toMatchObject({ code: 'bad-value', retryable: false });
  });

  it('does not retry or show a wrong secret', async () => {
    await using run = await startService({ AWS_SECRET_ACCESS_KEY: 'wrong-secret' });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'provider-unavailable',
      retryable: false,
      message: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
    });
    expect(String(error)).not.toContain('wrong-secret');
  });
});

describe('voices', () => {
  it('come from all pages of the service, with second languages', async () => {
    await using run = await startService();
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

  it('are built in for nine languages when the service cannot be reached', async () => {
    const provider = await polly.create(settingsFrom([{}]));
    for (const language of ['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'zh']) {
      const voices = await provider.voices(language, signal);
      expect(voices.map(({ id }) => id)).toContain(await provider.defaultVoice(language, signal));
    }
    expect(await provider.defaultVoice('ko', signal)).toBeUndefined();
  });

  it('have a default for every language that the service lists, and for no other', async () => {
    await using run = await startService();
    const languages = ['nl', 'nl-BE', 'ar', 'pl', 'zh-CN', 'en', 'en-GB', 'hi', 'ko'];
    const defaults = languages.map((language) => run.provider.defaultVoice(language, signal));
    expect(await Promise.all(defaults)).toEqual([
      'Laura',
      'Laura',
      'Hala',
      'Ola',
      'Zhiyu',
      'Joanna',
      'Amy',
      'Kajal',
      undefined,
    ]);
  });

  it('have a default that the engine has', async () => {
    await using run = await startService({ AWS_POLLY_ENGINE: 'long-form' });
    expect(await run.provider.defaultVoice('en', signal)).toBe('Ruth');
  });

  it('show their languages', async () => {
    await using run = await startService();
    expect(await run.provider.languagesOf('Kajal', signal)).toEqual(['en-IN', 'hi-IN']);
    expect(await run.provider.languagesOf('New', signal)).toEqual([]);
  });

  it('include the voice of the setting where it fits the language', async () => {
    await using run = await startService({ AWS_POLLY_VOICE: 'Amy' });
    expect(
      await Promise.all(['en', 'en-US', 'de'].map((language) => run.provider.defaultVoice(language, signal))),
    ).toEqual(['Amy', 'Amy', 'Vicki']);
  });
});

describe('polly', () => {
  it('is available when both keys are set, without a request', async () => {
    const provider = await polly.create(settingsFrom([{ AWS_ACCESS_KEY_ID: 'x' }]));
    expect(await provider.availability(signal)).toEqual({
      available: false,
      reason: 'AWS_SECRET_ACCESS_KEY is not set',
    });
    await expect(provider.synthesize({ text, voice: 'Joanna', language: 'en', signal })).rejects.toMatchObject({
      code: 'provider-unavailable',
    });
  });

  it('throws bad-value for an unknown engine', async () => {
    await expect(polly.create(settingsFrom([{ AWS_POLLY_ENGINE: 'best' }]))).rejects.toMatchObject({
      code: 'bad-value',
    });
  });
});
