import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { elevenlabs } from '../../src/speech/elevenlabs/elevenlabs.ts';
import { elevenlabsKey, startElevenlabsServer } from '../helpers/servers/elevenlabs-server.ts';
import type { ElevenlabsServerOptions } from '../helpers/servers/elevenlabs-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const { signal } = new AbortController();
const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const george = 'JBFqnCBsd6RMkjVDRZzb';

async function startService(options: ElevenlabsServerOptions = {}, more: Readonly<Record<string, string>> = {}) {
  const server = await startElevenlabsServer(options);
  const source = { ELEVENLABS_API_KEY: elevenlabsKey, ELEVENLABS_BASE_URL: `${server.url}/`, ...more };
  const provider = await elevenlabs.create(settingsFrom([source]));
  return {
    server,
    provider,
    speak: (spoken = text, voice = george, language = 'en') =>
      provider.synthesize({ text: spoken, voice, language, signal }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

describe('speech', () => {
  it('requests WAV at 24 kHz from the model and voice', async () => {
    await using run = await startService();
    const pcm = await run.speak();
    expect(pcm.sampleRate).toBe(24_000);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests).toEqual([
      { voice: george, format: 'wav_24000', body: { text, model_id: 'eleven_multilingual_v2' } },
    ]);
  });

  it('names the language only to models that take it, and only one they know', async () => {
    await using run = await startService({}, { ELEVENLABS_MODEL: 'eleven_flash_v2_5' });
    await run.speak(text, george, 'de-AT');
    await run.speak(text, george, 'cy');
    expect(run.server.requests.map(({ body }) => body['language_code'])).toEqual(['de', undefined]);
  });

  it('takes the next lower sample rate that the plan includes, and remembers it', async () => {
    await using run = await startService({ formats: ['wav_16000'] });
    const [first, second] = [await run.speak(), await run.speak()];
    expect([first.sampleRate, second.sampleRate]).toEqual([16_000, 16_000]);
    expect(pcmSeconds(first)).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests.map(({ format }) => format)).toEqual([
      'wav_24000',
      'wav_22050',
      'wav_16000',
      'wav_16000',
    ]);
  });

  it.each([
    ['does not know WAV', { unknownFormats: /^wav_/u }, 3],
    ['sends raw samples in place of WAV', { sendsRaw: true }, 1],
  ])('requests raw samples from a server that %s', async (_, options, refusals) => {
    await using run = await startService({ ...options, formats: ['wav_24000', 'wav_22050', 'wav_16000', 'pcm_24000'] });
    const pcm = await run.speak();
    expect(pcm.sampleRate).toBe(24_000);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(text), 2);
    expect(run.server.requests.at(-1)).toMatchObject({ format: 'pcm_24000' });
    expect(run.server.requests.length).toBeGreaterThan(refusals);
  });

  it('refuses audio at another sample rate than that which was asked for', async () => {
    await using run = await startService({ faults: () => 'wrong-rate' });
    await expect(run.speak()).rejects.toMatchObject({
      code: 'provider-failed',
      message: 'ElevenLabs answered with audio of 16000 samples per second instead of 24000.',
    });
  });

  it('speaks a text beyond the limit of the account in parts, every word once', async () => {
    await using run = await startService({ maxCharacters: 200 });
    const long = `${text} `.repeat(8);
    await run.speak(long);
    expect(run.server.spoken.length).toBeGreaterThan(1);
    expect(run.server.spoken.join(' ').split(/\s+/u).filter(Boolean)).toEqual(long.trim().split(/\s+/u));
  });
});

describe('errors', () => {
  it.each(['code', 'status'] as const)('are read from the field "%s"', async (errorField) => {
    await using run = await startService({ errorField });
    await expect(run.speak(text, 'ZZZZYYYYXXXXWWWWVVVV')).rejects.toMatchObject({
      code: 'bad-value',
      retryable: false,
      message: expect.stringContaining('(voice_not_found)'),
    });
  });

  it('say that a wrong key is not accepted, and never show it', async () => {
    await using run = await startService({}, { ELEVENLABS_API_KEY: 'sk_wrongwrongwrong' });
    const error: unknown = await run.speak().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'provider-unavailable',
      message: expect.stringMatching(/401 \(invalid_api_key\).*Check ELEVENLABS_API_KEY/u),
    });
    expect(String(error)).not.toContain('wrongwrong');
  });

  it.each([
    [401, 'quota_exceeded', 'provider-failed', false],
    [402, 'insufficient_credits', 'provider-failed', false],
    [401, 'detected_unusual_activity', 'provider-unavailable', false],
    [400, 'model_not_found', 'bad-value', false],
    [429, 'too_many_concurrent_requests', 'provider-failed', true],
    [429, 'system_busy', 'provider-failed', true],
    [503, 'maintenance', 'provider-failed', true],
    [500, 'internal_error', 'provider-failed', true],
    [400, 'something_new', 'provider-failed', false],
  ])('with status %i and the code %s are %s, retryable %s', async (status, code, ours, retryable) => {
    await using run = await startService({ problem: { status, code, message: 'No.' } });
    await expect(run.speak()).rejects.toMatchObject({ code: ours, retryable });
  });

  it('end after the last sample rate when the plan includes none', async () => {
    await using run = await startService({ formats: [] });
    await expect(run.speak()).rejects.toMatchObject({ code: 'provider-failed', retryable: false });
    expect(run.server.requests).toHaveLength(6);
  });
});

describe('voices', () => {
  it('come from all pages of the account, those of the language first', async () => {
    await using run = await startService();
    const names = async (language: string) => (await run.provider.voices(language, signal)).map(({ name }) => name);
    expect(await names('en')).toEqual(['George', 'Cloned', 'Clara']);
    expect(await names('de')).toEqual(['Clara', 'George', 'Cloned']);
    expect(await run.provider.voices('de', signal)).toContainEqual({
      id: 'FFFFGGGGHHHHIIIIJJJJ',
      name: 'Clara',
      gender: 'female',
      language: 'de',
    });
  });

  it('are built in when the service cannot be reached, and none for a language that the model lacks', async () => {
    const provider = await elevenlabs.create(settingsFrom([{}]));
    expect((await provider.voices('fr', signal)).map(({ id }) => id)).toContain(
      await provider.defaultVoice('fr', signal),
    );
    expect(await provider.voices('cy', signal)).toEqual([]);
    expect(await provider.defaultVoice('cy', signal)).toBeUndefined();
  });
});

describe('elevenlabs', () => {
  it('is available when a key is set, without a request', async () => {
    const provider = await elevenlabs.create(settingsFrom([{}]));
    expect(await provider.availability(signal)).toEqual({ available: false, reason: 'ELEVENLABS_API_KEY is not set' });
    await expect(provider.synthesize({ text, voice: george, language: 'en', signal })).rejects.toMatchObject({
      code: 'provider-unavailable',
    });
    await using run = await startService();
    expect(await run.provider.availability(signal)).toEqual({ available: true });
    expect(run.server.requests).toHaveLength(0);
  });

  it('changes its identity with the model and the address, not with the key', async () => {
    const identities = await Promise.all(
      [{}, { ELEVENLABS_API_KEY: 'y' }, { ELEVENLABS_MODEL: 'eleven_v3' }, { ELEVENLABS_BASE_URL: 'http://other' }].map(
        async (source) => (await elevenlabs.create(settingsFrom([source]))).identity(george),
      ),
    );
    expect(identities[0]).toBe(identities[1]);
    expect(new Set(identities).size).toBe(3);
  });
});
