import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, test } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { findProvider, providers } from '../../src/speech/registry.ts';

const unset = settingsFrom([]);
/** Credentials that nobody has, for addresses where nobody listens. */
const made = settingsFrom([
  {
    OPENAI_API_KEY: 'none',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    KOKORO_API_URL: 'http://127.0.0.1:9',
    QWEN_API_URL: 'http://127.0.0.1:9',
    OPENAI_BASE_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    GOOGLE_TTS_ENDPOINT: '127.0.0.1:9',
  },
]);

test('ids and aliases are unique, lower case, and lead to their provider in any case', () => {
  const names = providers.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const provider of providers) {
    for (const name of [provider.id, ...provider.aliases]) {
      expect(name).toMatch(/^[a-z][a-z0-9_-]*$/u);
      expect(findProvider(` ${name.toUpperCase()} `)).toBe(provider);
    }
  }
});

test('an unknown id is a bad value that names all providers', () => {
  const error = expect.objectContaining({ code: 'bad-value', message: expect.stringContaining("'nobody'") });
  expect(() => findProvider('nobody')).toThrow(error);
  expect(() => findProvider('nobody')).toThrow(providers.map(({ id }) => id).join(', '));
});

test('a setting has one meaning, a name as in an environment, and is secret when it is a key', () => {
  const settings = providers.flatMap((provider) => provider.settings);
  const names = settings.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, description: about } of settings) {
    expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/u);
    expect(about, name).not.toBe('');
  }
  const open = settings.filter(({ name, secret }) => /SECRET|TOKEN|API_KEY/u.test(name) && !secret);
  expect(open).toEqual([]);
});

describe.each(providers.map((entry) => [entry.id, entry] as const))('%s', (id, description) => {
  test('is described', () => {
    expect(description.description).not.toBe('');
    expect(description.limit.max).toBeGreaterThan(0);
  });

  test('is made as it is described, without a setting and without the network', async () => {
    const connections: unknown[] = [];
    const note = (message: unknown): void => void connections.push(message);
    subscribe('net.client.socket', note);
    try {
      await using provider = await description.create(unset);
      expect({ id: provider.id, limit: provider.limit }).toEqual({ id, limit: description.limit });
      expect(provider.target).toBeGreaterThan(0);
      expect(provider.target).toBeLessThanOrEqual(provider.limit.max);
      expect(provider.concurrency.start).toBeGreaterThanOrEqual(1);
      expect(provider.concurrency.max).toBeGreaterThanOrEqual(provider.concurrency.start);
    } finally {
      unsubscribe('net.client.socket', note);
    }
    expect(connections).toEqual([]);
  });

  test('has a voice for English, of which it says what shapes the sound', async () => {
    await using provider = await description.create(unset);
    for (const language of ['en', 'en-GB', 'EN-us']) {
      const voice = provider.defaultVoice(language);
      expect(voice, language).toBeTruthy();
      expect(provider.identity(voice ?? '')).not.toBe('');
      expect(provider.identity(voice ?? '')).not.toMatch(/undefined|null|\[object/u);
    }
  });

  test('does nothing for a request that is already canceled, and may be disposed twice', async () => {
    const provider = await description.create(made);
    const request = { text: 'Hello.', voice: provider.defaultVoice('en') ?? '', language: 'en' };
    const speaking = provider.synthesize({ ...request, signal: AbortSignal.abort() });
    await expect(speaking).rejects.toMatchObject({ code: 'canceled' });
    await provider[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
});
