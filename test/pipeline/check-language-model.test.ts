import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { checkLanguageModel } from '../../src/pipeline/open/check-language-model.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';

const { signal } = new AbortController();
const models = { 'small:1b': { size: 1e9 }, 'smaller:1b': { size: 1e8 }, 'embed:1b': { capabilities: ['embedding'] } };

describe('the language model that doctor names', () => {
  it.each([
    [
      models,
      {},
      'good',
      'ollama/small:1b (the largest installed one that fits); installed: small:1b, smaller:1b, embed:1b',
    ],
    [models, { OLLAMA_MODEL: 'smaller' }, 'good', /^ollama\/smaller:1b \(by OLLAMA_MODEL\)/u],
    [
      models,
      { OLLAMA_MODEL: 'none' },
      'missing',
      /Installed: small:1b, smaller:1b, embed:1b\. Install it: ollama pull none/u,
    ],
    [{ 'embed:1b': models['embed:1b'] }, {}, 'missing', 'none of those installed fits: embed:1b'],
  ])('of %j with %j', async (installed, more, state, detail) => {
    await using server = await startOllamaServer({ models: installed });
    const settings = settingsFrom([{ OLLAMA_API_URL: server.url, ...more }]);
    expect(await checkLanguageModel(settings, signal)).toMatchObject({
      state,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
  });

  it('is missing without a server, which is no fault', async () => {
    const server = await startOllamaServer();
    await server[Symbol.asyncDispose]();
    expect(await checkLanguageModel(settingsFrom([{ OLLAMA_API_URL: server.url }]), signal)).toMatchObject({
      state: 'missing',
      detail: expect.stringContaining('no server responds'),
      fix: expect.stringContaining('--model'),
    });
  });
});
