import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createProvider, findProvider, providers } from '../../src/speech/registry.ts';

const { signal } = new AbortController();
const unreachable = settingsFrom([{ KOKORO_API_URL: 'http://127.0.0.1:9', QWEN_API_URL: 'http://127.0.0.1:9' }]);

describe('speech providers of the specification', () => {
  it.each([
    ['local_a', 'kokoro'],
    ['hosted_a', 'openai'],
    ['hosted_b', 'polly'],
    ['aws', 'polly'],
    ['hosted_c', 'google'],
    ['local_b', 'qwen'],
    [' Kokoro ', 'kokoro'],
  ])('find "%s" as %s', (alias, id) => {
    expect(findProvider(alias).id).toBe(id);
  });

  it('throw bad-value with the supported ids for an unsupported one', async () => {
    await expect(createProvider('festival', unreachable)).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringMatching(/'festival'.*kokoro, openai, polly, google, qwen/u),
    });
  });

  it('have unique ids and aliases, and the limits of the specification', () => {
    const ids = providers.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(ids).size).toBe(ids.length);
    const limits = Object.fromEntries(providers.map(({ id, limit }) => [id, `${limit.max} ${limit.unit}`]));
    expect(limits).toMatchObject({
      kokoro: '5000 chars',
      openai: '4096 chars',
      polly: '3000 bytes',
      google: '4800 bytes',
      qwen: '1500 chars',
    });
  });

  it('mark their secrets', () => {
    const settings = providers.flatMap((provider) => provider.settings);
    const open = settings.filter(({ name, secret }) => /KEY|SECRET|TOKEN/u.test(name) && !secret);
    expect(open).toEqual([]);
  });
});

describe.each(providers.map(({ id }) => id))('%s', (id) => {
  it('returns the reason when it is not available, and never throws it', async () => {
    await using provider = await createProvider(id, unreachable);
    const availability = await provider.availability(signal);
    expect(availability.available ? 'it is available' : availability.reason).toMatch(/\w+ \w+/u);
    await expect(provider.availability(AbortSignal.abort())).resolves.toBeDefined();
  });
});
