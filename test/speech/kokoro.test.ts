import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pcmSeconds } from '../../src/core/pcm.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { kokoro, kokoroProvider } from '../../src/speech/kokoro/kokoro.ts';
import { kokoroAddresses } from '../../src/speech/kokoro/kokoro-addresses.ts';
import { KokoroPool } from '../../src/speech/kokoro/kokoro-pool.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { spokenSeconds } from '../helpers/servers/spoken-audio.ts';

const text = 'It was a bright cold day in April, and the clocks were striking thirteen.';
const { signal } = new AbortController();

describe('addresses', () => {
  it.each([
    'http://host:8880',
    'http://host:8880/',
    'host:8880',
    'http://host:8880/v1',
    'http://host:8880/v1/',
    'http://host:8880/v1/audio',
    'http://host:8880/v1/audio/speech',
  ])('are the same for %s', (base) => {
    expect(kokoroAddresses(base)).toEqual({
      base: 'http://host:8880/v1',
      voices: 'http://host:8880/v1/audio/voices',
      speech: 'http://host:8880/v1/audio/speech',
      captionedSpeech: 'http://host:8880/dev/captioned_speech',
    });
  });

  it('keep a path before /v1; an invalid address throws bad-value', () => {
    expect(kokoroAddresses('https://host/kokoro/v1').speech).toBe('https://host/kokoro/v1/audio/speech');
    expect(() => kokoroAddresses('ftp://host')).toThrow(expect.objectContaining({ code: 'bad-value' }));
  });
});

describe('speech', () => {
  it('requests complete WAV with the letter of the language and returns the audio', async () => {
    await using server = await startKokoroServer();
    await using provider = await kokoro.create(settingsFrom([{ KOKORO_API_URL: `${server.url}/v1/audio` }]));
    const pcm = await provider.synthesize({ text, voice: 'af_bella(2)+af_sky', language: 'en', signal });
    expect(pcm.sampleRate).toBe(24_000);
    expect(pcmSeconds(pcm)).toBeCloseTo(spokenSeconds(text), 2);
    expect(server.requests).toEqual([
      {
        model: 'kokoro',
        input: text,
        voice: 'af_bella(2)+af_sky',
        lang_code: 'a',
        response_format: 'wav',
        stream: false,
      },
    ]);
  });

  it.each([
    ['en', 'bf_emma', 'b'],
    ['en-US', 'bf_emma', 'a'],
    ['en-AU', 'af_heart', 'b'],
    ['fr-CA', 'ff_siwis', 'f'],
    ['zh-Hans', 'zf_xiaobei', 'z'],
    ['cmn-CN', 'zf_xiaobei', 'z'],
  ])('sends the language %s with the voice %s as %s', async (language, voice, code) => {
    await using server = await startKokoroServer();
    await using provider = kokoroProvider([server.url]);
    await provider.synthesize({ text, voice, language, signal });
    expect(server.requests[0]?.['lang_code']).toBe(code);
  });

  it('refuses an unsupported language before any request and has no default voice for it', async () => {
    await using server = await startKokoroServer();
    await using provider = kokoroProvider([server.url]);
    expect(await provider.defaultVoice('de', signal)).toBeUndefined();
    await expect(provider.synthesize({ text, voice: 'af_heart', language: 'de', signal })).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringContaining('fr-FR'),
    });
    expect(server.requests).toHaveLength(0);
  });

  it('throws bad-value with the message of the server for an unknown voice', async () => {
    await using server = await startKokoroServer();
    await using provider = kokoroProvider([server.url]);
    await expect(provider.synthesize({ text, voice: 'af_nobody', language: 'en', signal })).rejects.toMatchObject({
      code: 'bad-value',
      retryable: false,
      message: expect.stringContaining('af_nobody not found'),
    });
  });

  it('disarms pause commands in the text', async () => {
    await using server = await startKokoroServer();
    await using provider = kokoroProvider([server.url]);
    await provider.synthesize({ text: 'Wait [pause:9999s] here.', voice: 'af_heart', language: 'en', signal });
    expect(server.requests[0]?.['input']).toBe('Wait [pause 9999s] here.');
  });
});

describe('voices and availability', () => {
  it.each([true, false])('reads both shapes of the list (old: %s)', async (oldVoiceList) => {
    await using server = await startKokoroServer({ oldVoiceList });
    await using provider = kokoroProvider([server.url]);
    expect(await provider.voices('en-GB', signal)).toEqual([
      { id: 'bf_emma', name: 'bf_emma', language: 'en-GB', gender: 'female' },
      { id: 'bm_george', name: 'bm_george', language: 'en-GB', gender: 'male' },
    ]);
    expect(await provider.voices('en', signal)).toHaveLength(6);
    expect(await provider.voices('', signal)).toHaveLength(10);
    expect(await provider.availability(signal)).toEqual({ available: true });
  });

  it('uses the voice of the setting where it fits the language', async () => {
    await using provider = kokoroProvider(['http://127.0.0.1:9'], 'am_adam');
    expect(await Promise.all(['en', 'en-GB', 'fr'].map((language) => provider.defaultVoice(language, signal)))).toEqual(
      ['am_adam', 'am_adam', 'ff_siwis'],
    );
  });

  it('names its voices for a credit as people do', async () => {
    await using provider = kokoroProvider(['http://127.0.0.1:9']);
    expect(['bf_emma', 'af_bella(2)+af_sky'].map((voice) => provider.facts?.(voice).credit)).toEqual([
      'Emma (Kokoro)',
      'Bella and Sky (Kokoro)',
    ]);
  });

  it('reports a missing server with its address', async () => {
    const server = await startKokoroServer();
    await server[Symbol.asyncDispose]();
    await using provider = kokoroProvider([server.url]);
    expect(await provider.availability(signal)).toEqual({
      available: false,
      reason: expect.stringMatching(new RegExp(`${server.url}.*ECONNREFUSED`, 'u')),
    });
  });
});

describe('several servers', () => {
  it('share the load', async () => {
    await using one = await startKokoroServer();
    await using two = await startKokoroServer();
    await using provider = kokoroProvider([one.url, two.url]);
    const request = { text, voice: 'af_heart', language: 'en', signal };
    await Promise.all(Array.from({ length: 8 }, () => provider.synthesize(request)));
    expect([one.requests.length, two.requests.length]).toEqual([4, 4]);
  });

  it('skip a server that dies without a failed call, and use it again when it is healthy', async () => {
    await using one = await startKokoroServer();
    const two = await startKokoroServer();
    const urls = [one.url, two.url];
    await using provider = kokoroProvider(
      urls,
      undefined,
      new KokoroPool(urls, { failuresToOpen: 1, firstOpenMs: 30, maxOpenMs: 30 }),
    );
    const speak = () => provider.synthesize({ text, voice: 'af_heart', language: 'en', signal });
    await two[Symbol.asyncDispose]();
    await Promise.all(Array.from({ length: 6 }, speak));
    expect(one.requests).toHaveLength(6);
    await using again = await startKokoroServer({ port: two.port });
    while (again.requests.length === 0) {
      await Promise.all([speak(), speak()]);
      await delay(10);
    }
    expect(again.requests.length).toBeGreaterThan(0);
  });

  it('are used again soon after all were down, however many calls failed meanwhile', async () => {
    const gone = await startKokoroServer();
    const goneToo = await startKokoroServer();
    const urls = [gone.url, goneToo.url];
    const pool = new KokoroPool(urls, { failuresToOpen: 1, firstOpenMs: 50, maxOpenMs: 1_000_000 });
    await using provider = kokoroProvider(urls, undefined, pool);
    const speak = () => provider.synthesize({ text, voice: 'af_heart', language: 'en', signal });
    await Promise.all([gone, goneToo].map((server) => server[Symbol.asyncDispose]()));
    for (let call = 0; call < 30; call += 1) await expect(speak()).rejects.toMatchObject({ code: 'provider-failed' });
    await using one = await startKokoroServer({ port: gone.port });
    await using two = await startKokoroServer({ port: goneToo.port });
    await speak();
    for (let round = 0; round < 300 && (one.requests.length === 0 || two.requests.length === 0); round += 1) {
      await Promise.all([speak(), speak()]);
      await delay(10);
    }
    expect(one.requests.length).toBeGreaterThan(0);
    expect(two.requests.length).toBeGreaterThan(0);
  });

  it('skip a server whose audio is spoiled, for longer each time', async () => {
    await using one = await startKokoroServer();
    await using two = await startKokoroServer({ unitsPerSecond: 1000 });
    const urls = [one.url, two.url];
    const pool = new KokoroPool(urls, { failuresToOpen: 1, firstOpenMs: 40, maxOpenMs: 2560 });
    await using provider = kokoroProvider(urls, undefined, pool);
    const speak = async () => {
      const pcm = await provider.synthesize({ text, voice: 'af_heart', language: 'en', signal });
      if (pcmSeconds(pcm) < 1) provider.onSpoiled?.(pcm);
    };
    for (let round = 0; round < 30; round += 1) {
      await Promise.all([speak(), speak()]);
      await delay(10);
    }
    expect(two.requests.length).toBeLessThan(10);
    expect(one.requests.length).toBeGreaterThan(50);
  });

  it('skip a server for as long as it asks', async () => {
    await using one = await startKokoroServer();
    const refusal = { status: 429, headers: { 'retry-after': '60' }, body: '{"detail":"Too Many Requests"}' };
    await using two = await startKokoroServer({ refusal });
    const urls = [two.url, one.url];
    const pool = new KokoroPool(urls, { failuresToOpen: 1, firstOpenMs: 1, maxOpenMs: 1 });
    await using provider = kokoroProvider(urls, undefined, pool);
    for (let round = 0; round < 10; round += 1) {
      await provider.synthesize({ text, voice: 'af_heart', language: 'en', signal });
      await delay(5);
    }
    expect([two.requests.length, one.requests.length]).toEqual([1, 10]);
  });

  it('forget the spoiled audio of a server after twenty good answers', async () => {
    await using one = await startKokoroServer();
    await using two = await startKokoroServer();
    await using provider = kokoroProvider([one.url, two.url]);
    const speak = async () => await provider.synthesize({ text, voice: 'af_heart', language: 'en', signal });
    const spoil = async () => provider.onSpoiled?.(await speak());
    await spoil();
    for (let count = 0; count < 20; count += 1) await speak();
    await spoil();
    await speak();
    expect([one.requests.length, two.requests.length]).toEqual([23, 0]);
    await spoil();
    await speak();
    expect([one.requests.length, two.requests.length]).toEqual([24, 1]);
  });
});
