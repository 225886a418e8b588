import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { google } from '../../src/speech/google/google.ts';
import { quotaFailure, startGoogleServer } from '../helpers/servers/google-server.ts';
import type { GoogleOptions } from '../helpers/servers/google-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';

async function startService(options: GoogleOptions = {}, more: Readonly<Record<string, string>> = {}) {
  const server = await startGoogleServer({ sampleRate: 8000, ...options });
  const provider = await google.create(settingsFrom([{ GOOGLE_TTS_ENDPOINT: server.url, ...more }]));
  return {
    server,
    provider,
    speak: (spoken = text, voice = 'en-US-Neural2-C', language = 'en') =>
      provider.synthesize({ text: spoken, voice, language, signal }),
    [Symbol.asyncDispose]: async () => {
      await provider[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('speech', () => {
  it("sends the voice with the voice's own locale and asks for WAV at 24 kHz", async () => {
    await using run = await startService({ sampleRate: undefined });
    const pcm = await run.speak(text, 'en-GB-Neural2-B', 'en');
    expect(pcm.sampleRate).toBe(24_000);
    expect(run.server.requests).toEqual([
      {
        text,
        languageCode: 'en-GB',
        name: 'en-GB-Neural2-B',
        audioEncoding: 'LINEAR16',
        sampleRateHertz: 24_000,
      },
    ]);
  });

  it('divides sentences that are too long for the service and speaks every word once', async () => {
    await using run = await startService({ maxSentence: 120 });
    const verse = `${Array.from({ length: 80 }, (_unused, number) => `word${number}`).join(' ')}.`;
    await run.speak(verse);
    expect(run.server.spoken.length).toBeGreaterThan(3);
    expect(run.server.spoken.join(' ')).toBe(verse);
  });

  it.each(['en-US-Missing-A', 'Achernar-1'])('throws bad-value for the voice %s', async (voice) => {
    await using run = await startService();
    await expect(run.speak(text, voice)).rejects.toMatchObject({ code: 'bad-value', retryable: false });
  });

  it.each([
    ['en', 'en-US-Chirp3-HD-Kore'],
    ['en-AU', 'en-AU-Chirp3-HD-Kore'],
    ['sv', 'sv-SE-Chirp3-HD-Kore'],
    ['fr', 'fr-FR-Chirp3-HD-Kore'],
  ])('takes the short name of a voice for the language %s', async (language, name) => {
    await using run = await startService();
    await run.speak(text, 'Kore', language);
    expect(run.server.requests[0]).toMatchObject({ name, languageCode: name.slice(0, 5) });
    expect(await run.provider.languagesOf('Kore', signal)).toEqual(['en-AU', 'en-US', 'sv-SE']);
  });

  it.each([34, 0.5, 540])('passes on that the service asks to wait for %f s', async (seconds) => {
    await using run = await startService({ refusal: quotaFailure(seconds) });
    await expect(run.speak()).rejects.toMatchObject({
      message: 'Google Text-to-Speech answered 8 RESOURCE_EXHAUSTED: Quota exceeded.',
      retryable: true,
      retryAfterMs: seconds * 1000,
    });
  });

  it('cancels the call on an abort', async () => {
    await using run = await startService({ faults: () => 'hang-before-headers' });
    const controller = new AbortController();
    const speaking = run.provider.synthesize({
      text,
      voice: 'en-US-Neural2-C',
      language: 'en',
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 50);
    await expect(speaking).rejects.toMatchObject({ code: 'canceled' });
  });
});

describe('voices', () => {
  it('come from the service, without those that need a model name', async () => {
    await using run = await startService();
    expect(await run.provider.voices('en', signal)).toEqual([
      { id: 'en-US-Neural2-C', name: 'en-US-Neural2-C', language: 'en-US', gender: 'female' },
      { id: 'en-GB-Neural2-B', name: 'en-GB-Neural2-B', language: 'en-GB', gender: 'male' },
      { id: 'en-AU-Chirp3-HD-Kore', name: 'en-AU-Chirp3-HD-Kore', language: 'en-AU', gender: 'female' },
      { id: 'en-US-Chirp3-HD-Kore', name: 'en-US-Chirp3-HD-Kore', language: 'en-US', gender: 'female' },
    ]);
    expect((await run.provider.voices('zh', signal)).map(({ id }) => id)).toEqual([
      'cmn-CN-Wavenet-A',
      'cmn-TW-Wavenet-A',
    ]);
  });

  it.each([
    ['en', 'en-US-Neural2-C'],
    ['de', 'de-DE-Wavenet-H'],
    ['fr', 'fr-FR-Neural2-A'],
    ['sv', 'sv-SE-Chirp3-HD-Kore'],
    ['zh', 'cmn-CN-Wavenet-A'],
    ['zh-TW', 'cmn-TW-Wavenet-A'],
    ['zh-Hant', 'cmn-TW-Wavenet-A'],
    ['yue', 'yue-HK-Standard-A'],
    ['la', undefined],
  ])('have a default for %s that the service lists: %s', async (language, voice) => {
    await using run = await startService();
    expect(await run.provider.defaultVoice(language, signal)).toBe(voice);
  });

  it('are built in for nine languages when the service cannot be reached', async () => {
    const provider = await google.create(settingsFrom([{}]));
    for (const language of ['de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'pt', 'zh']) {
      const voices = await provider.voices(language, signal);
      expect(voices.map(({ id }) => id)).toContain(await provider.defaultVoice(language, signal));
    }
  });

  it.each([
    ['ar', 'ar-XA'],
    ['ko', 'ko-KR'],
    ['nl', 'nl-NL'],
    ['pl', 'pl-PL'],
    ['ru', 'ru-RU'],
    ['tr', 'tr-TR'],
    ['en-GB', 'en-GB'],
    ['pt', 'pt-BR'],
    ['zh-Hant', 'cmn-CN'],
  ])('have a default for %s in the locale %s', async (language, locale) => {
    const provider = await google.create(settingsFrom([{}]));
    expect(await provider.defaultVoice(language, signal)).toMatch(new RegExp(`^${locale}-`, 'u'));
  });
});

describe('credentials', () => {
  it.each([
    ['are not set', undefined, 'GOOGLE_APPLICATION_CREDENTIALS is not set'],
    ['are not JSON', 'hello', /not a JSON object/u],
    ['lack the key', '{"type":"service_account","client_email":"a@b"}', /without private_key/u],
  ])('that %s make the provider unavailable and never end the process', async (_what, content, reason) => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'key.json');
    if (content !== undefined) await writeFile(file, content);
    const provider = await google.create(
      settingsFrom(content === undefined ? [] : [{ GOOGLE_APPLICATION_CREDENTIALS: file }]),
    );
    const availability = await provider.availability(signal);
    expect(availability).toMatchObject({ available: false, reason: expect.stringMatching(reason) });
    await expect(provider.synthesize({ text, voice: 'en-US-Neural2-C', language: 'en', signal })).rejects.toMatchObject(
      {
        code: 'provider-unavailable',
      },
    );
  });

  it('with an invalid key fail the call, not the process', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'key.json');
    const key = {
      type: 'service_account',
      client_email: 'a@b.example',
      private_key: 'invalid',
      token_uri: 'http://127.0.0.1:9/',
    };
    await writeFile(file, JSON.stringify(key));
    const provider = await google.create(settingsFrom([{ GOOGLE_APPLICATION_CREDENTIALS: file }]));
    expect(await provider.availability(signal)).toEqual({ available: true });
    await expect(provider.synthesize({ text, voice: 'en-US-Neural2-C', language: 'en', signal })).rejects.toMatchObject(
      {
        code: 'provider-unavailable',
      },
    );
    await provider[Symbol.asyncDispose]();
  });
});

describe('GOOGLE_TTS_ENDPOINT', () => {
  it.each(['eu-texttospeech.googleapis.com', '127.0.0.1:5000', '[::1]:5000'])('accepts %s', async (endpoint) => {
    await expect(google.create(settingsFrom([{ GOOGLE_TTS_ENDPOINT: endpoint }]))).resolves.toBeDefined();
  });

  it('throws bad-value for anything but an endpoint', async () => {
    await expect(google.create(settingsFrom([{ GOOGLE_TTS_ENDPOINT: 'a b' }]))).rejects.toMatchObject({
      code: 'bad-value',
    });
  });
});
