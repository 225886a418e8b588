import { describe, expect, test } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createProvider, findProvider, providers } from '../../src/speech/registry.ts';
import { speechSettingsTable } from '../../src/speech/speech-settings-table.ts';

const { signal } = new AbortController();
const nothingThere = settingsFrom([{ KOKORO_API_URL: 'http://127.0.0.1:9', QWEN_API_URL: 'http://127.0.0.1:9' }]);

test.each([
  ['local_a', 'kokoro'],
  ['hosted_a', 'openai'],
  ['hosted_b', 'polly'],
  ['aws', 'polly'],
  ['hosted_c', 'google'],
  ['local_b', 'qwen'],
  [' Kokoro ', 'kokoro'],
])('"%s" is the provider %s', (alias, id) => {
  expect(findProvider(alias).id).toBe(id);
});

test('an unsupported provider is a value error that lists what is supported', async () => {
  await expect(createProvider('festival', nothingThere)).rejects.toMatchObject({
    code: 'bad-value',
    message: expect.stringMatching(/'festival'.*kokoro, openai, polly, google, qwen/u),
  });
});

test('ids and aliases are unique, and every limit is the one of the service document', () => {
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

test('secrets are marked, and the table has a line for every setting', () => {
  const settings = providers.flatMap((provider) => provider.settings);
  const open = settings.filter(({ name, secret }) => /KEY|SECRET|TOKEN/u.test(name) && !secret);
  expect(open).toEqual([]);
  for (const { name } of settings) expect(speechSettingsTable()).toContain(`\`${name}\``);
});

describe.each(providers.map(({ id }) => id))('%s', (id) => {
  test('says in words why it is not available, and never throws for it', async () => {
    await using provider = await createProvider(id, nothingThere);
    const availability = await provider.availability(signal);
    expect(availability.available ? 'there it is' : availability.reason).toMatch(/\w+ \w+/u);
    await expect(provider.availability(AbortSignal.abort())).resolves.toBeDefined();
  });
});
