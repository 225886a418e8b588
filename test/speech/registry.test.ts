import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { findProvider, providers } from '../../src/speech/registry.ts';

const { signal } = new AbortController();
const unset = settingsFrom([]);
/** Made-up credentials, and addresses where no server listens. */
const unreachable = settingsFrom([
  {
    OPENAI_API_KEY: 'none',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    KOKORO_API_URL: 'http://127.0.0.1:9',
    QWEN_API_URL: 'http://127.0.0.1:9',
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    GOOGLE_TTS_ENDPOINT: '127.0.0.1:9',
    ELEVENLABS_API_KEY: 'none',
    ELEVENLABS_BASE_URL: 'http://127.0.0.1:9',
    AZURE_SPEECH_KEY: 'none',
    AZURE_SPEECH_ENDPOINT: 'http://127.0.0.1:9',
    EDGE_TTS_URL: 'http://127.0.0.1:9',
  },
]);

describe('registry', () => {
  it('has unique ids and aliases in lower case and finds them in any case', () => {
    const names = providers.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const provider of providers) {
      for (const name of [provider.id, ...provider.aliases]) {
        expect(name).toMatch(/^[a-z][a-z0-9_-]*$/u);
        expect(findProvider(` ${name.toUpperCase()} `)).toBe(provider);
      }
    }
  });

  it('throws bad-value with all ids for an unknown id', () => {
    const error = expect.objectContaining({ code: 'bad-value', message: expect.stringContaining("'missing'") });
    expect(() => findProvider('missing')).toThrow(error);
    expect(() => findProvider('missing')).toThrow(providers.map(({ id }) => id).join(', '));
  });

  it('has unique settings with environment names, and keys are secret', () => {
    const settings = providers.flatMap((provider) => provider.settings);
    const names = settings.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, description } of settings) {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/u);
      expect(description, name).not.toBe('');
    }
    const open = settings.filter(({ name, secret }) => /SECRET|TOKEN|API_KEY/u.test(name) && !secret);
    expect(open).toEqual([]);
  });
});

describe.each(providers.map((entry) => [entry.id, entry] as const))('%s', (id, description) => {
  it('is described', () => {
    expect(description.description).not.toBe('');
    expect(description.limit.max).toBeGreaterThan(0);
  });

  it('is created as described, without settings and without the network', async () => {
    const connections: unknown[] = [];
    // What an earlier test has not ended yet may still connect.
    const inThisTest = new AsyncLocalStorage<true>();
    const record = (message: unknown): void => {
      if (inThisTest.getStore()) connections.push(message);
    };
    subscribe('net.client.socket', record);
    try {
      await using provider = await inThisTest.run(true, async () => await description.create(unset));
      expect({ id: provider.id, limit: provider.limit }).toEqual({ id, limit: description.limit });
      expect(provider.target).toBeGreaterThan(0);
      expect(provider.target).toBeLessThanOrEqual(provider.limit.max);
      expect(provider.concurrency.start).toBeGreaterThanOrEqual(1);
      expect(provider.concurrency.max).toBeGreaterThanOrEqual(provider.concurrency.start);
    } finally {
      unsubscribe('net.client.socket', record);
    }
    expect(connections).toEqual([]);
  });

  it('has the timeout of the settings, 60 seconds by default', async () => {
    await using usual = await description.create(unset);
    expect(usual.timeoutMs).toBe(60_000);
    await using patient = await description.create(settingsFrom([{ TTS_TIMEOUT: '180' }]));
    expect(patient.timeoutMs).toBe(180_000);
    await expect(description.create(settingsFrom([{ TTS_TIMEOUT: 'soon' }]))).rejects.toMatchObject({
      code: 'bad-value',
      message: "Invalid TTS_TIMEOUT 'soon'. Expected a number of seconds up to 86400, for example 60.",
    });
  });

  it('has a voice for English and an identity for it', async () => {
    await using provider = await description.create(unset);
    for (const language of ['en', 'en-GB', 'EN-us']) {
      const voice = await provider.defaultVoice(language, signal);
      expect(voice, language).toBeTruthy();
      expect(provider.identity(voice ?? '')).not.toBe('');
      expect(provider.identity(voice ?? '')).not.toMatch(/undefined|null|\[object/u);
    }
  });

  it('rejects a request that is already canceled, and can be disposed of twice', async () => {
    const provider = await description.create(unreachable);
    const request = { text: 'Hello.', voice: (await provider.defaultVoice('en', signal)) ?? '', language: 'en' };
    const speaking = provider.synthesize({ ...request, signal: AbortSignal.abort() });
    await expect(speaking).rejects.toMatchObject({ code: 'canceled' });
    await provider[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
});
