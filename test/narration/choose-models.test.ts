import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { chooseModels } from '../../src/narration/choose-models.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';

const { signal } = new AbortController();
const models = { 'writer:latest': {}, 'translator:latest': {}, 'other:7b': {} };

async function choose(
  server: { readonly url: string },
  choices: { readonly name?: string; readonly scripts: boolean; readonly translate: boolean },
  more: Readonly<Record<string, string>> = { OLLAMA_MODEL: 'writer', OLLAMA_TRANSLATION_MODEL: 'translator' },
) {
  const settings = settingsFrom([{ OLLAMA_API_URL: server.url, ...more }]);
  const { model, translator } = await chooseModels(settings, { ...choices, signal });
  return [model?.id, translator?.id];
}

describe('chooseModels', () => {
  it.each([
    [{ scripts: true, translate: false }, ['ollama/writer', undefined]],
    [{ scripts: true, translate: true }, ['ollama/writer', 'ollama/translator']],
    [{ name: 'other:7b', scripts: true, translate: true }, ['ollama/other:7b', 'ollama/translator']],
    [{ scripts: false, translate: true }, [undefined, 'ollama/translator']],
    [{ name: 'other:7b', scripts: false, translate: true }, [undefined, 'ollama/other:7b']],
    [{ scripts: false, translate: false }, [undefined, undefined]],
  ])('%j uses %j', async (options, ids) => {
    await using server = await startOllamaServer({ models });
    expect(await choose(server, options)).toEqual(ids);
  });

  it('uses one model for both unless another one translates', async () => {
    await using server = await startOllamaServer({ models });
    const settings = settingsFrom([{ OLLAMA_API_URL: server.url, OLLAMA_MODEL: 'writer' }]);
    const { model, translator } = await chooseModels(settings, { scripts: true, translate: true, signal });
    expect(translator).toBe(model);
  });

  it('reports how to choose a model and which are installed when none was chosen', async () => {
    await using server = await startOllamaServer({ models });
    await expect(choose(server, { scripts: true, translate: false }, {})).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringMatching(/--model.*OLLAMA_MODEL.*Installed: writer:latest, translator:latest, other:7b/u),
    });
  });

  it('reports a missing model before anything is read', async () => {
    await using server = await startOllamaServer({ models });
    await expect(choose(server, { name: 'none', scripts: true, translate: false })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('ollama pull none'),
    });
    await expect(choose(server, { name: 'api:claude', scripts: true, translate: false })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });
});
