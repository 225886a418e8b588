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

async function judgeIn(
  named: Readonly<Record<string, string>>,
  { judged = true, judgeName }: { readonly judged?: boolean; readonly judgeName?: string } = {},
): Promise<string | undefined> {
  const needed = { scripts: true, translate: false, judged, judgeName };
  const { judge } = await chooseModels(settingsFrom([named]), { ...needed, signal });
  return judge?.id;
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

  it('lets another model judge where one is named and something is judged', async () => {
    await using server = await startOllamaServer({ models });
    const named = { OLLAMA_API_URL: server.url, OLLAMA_MODEL: 'writer', OLLAMA_JUDGE_MODEL: 'other:7b' };
    expect(await judgeIn(named)).toBe('ollama/other:7b');
    expect(await judgeIn(named, { judgeName: 'translator' })).toBe('ollama/translator');
    expect(await judgeIn(named, { judged: false })).toBeUndefined();
    expect(await judgeIn({ ...named, OLLAMA_JUDGE_MODEL: '' })).toBeUndefined();
    await expect(judgeIn({ ...named, OLLAMA_JUDGE_MODEL: 'none' })).rejects.toMatchObject({
      code: 'model-unavailable',
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

describe('a run that names no model', () => {
  const gigabyte = 1e9;
  const installed = {
    'small:1b': { size: gigabyte, contextLength: 32_768 },
    'middle:4b': { size: 2 * gigabyte, contextLength: 32_768 },
    'short:8b': { size: 3 * gigabyte, contextLength: 2048 },
    'embed:9b': { size: 4 * gigabyte, contextLength: 32_768, capabilities: ['embedding'] },
    'huge:900b': { size: 900_000 * gigabyte, contextLength: 32_768 },
    'cloud:1t': { size: 400, contextLength: 262_144, remoteHost: 'https://ollama.com:443' },
  };

  it('uses the largest installed one that fits and writes text, and names it once', async () => {
    await using server = await startOllamaServer({ models: installed });
    const lines: string[] = [];
    const settings = settingsFrom([{ OLLAMA_API_URL: server.url }]);
    const onChosen = (name: string) => lines.push(name);
    const { model, translator } = await chooseModels(settings, { scripts: true, translate: true, onChosen, signal });
    expect([model?.id, translator?.id, lines]).toEqual(['ollama/middle:4b', 'ollama/middle:4b', ['middle:4b']]);
    expect(translator).toBe(model);
  });

  it('that translates, too, uses the translation model of the settings', async () => {
    await using server = await startOllamaServer({ models: installed });
    const translation = { OLLAMA_TRANSLATION_MODEL: 'small:1b' };
    const both = { scripts: true, translate: true };
    expect(await choose(server, both, translation)).toEqual(['ollama/middle:4b', 'ollama/small:1b']);
  });

  it('says which are installed when none of them fits', async () => {
    const { 'embed:9b': embed, 'huge:900b': huge, 'cloud:1t': cloud } = installed;
    await using server = await startOllamaServer({
      models: { 'embed:9b': embed, 'huge:900b': huge, 'cloud:1t': cloud },
    });
    await expect(choose(server, { scripts: true, translate: false }, {})).rejects.toMatchObject({
      code: 'bad-value',
      message: expect.stringMatching(/--model.*OLLAMA_MODEL.*Installed: embed:9b, huge:900b, cloud:1t\.$/u),
    });
    expect(await chooseModels(settingsFrom([{ OLLAMA_API_URL: server.url }]), optional)).toEqual({});
  });

  it('has none where a model is optional and no server runs, but a named one must be there', async () => {
    const server = await startOllamaServer();
    await server[Symbol.asyncDispose]();
    const settings = settingsFrom([{ OLLAMA_API_URL: server.url }]);
    expect(await chooseModels(settings, optional)).toEqual({});
    await expect(chooseModels(settings, { ...optional, name: 'tiny' })).rejects.toMatchObject({
      code: 'model-unavailable',
    });
    await expect(chooseModels(settings, { ...optional, translate: true })).rejects.toMatchObject({ code: 'bad-value' });
  });

  const optional = { optional: true, scripts: true, translate: false, signal };
});

describe('a name without a tag', () => {
  it('means the only installed model of that name, and otherwise the list says what there is', async () => {
    await using server = await startOllamaServer({ models: { 'smollm2:135m': {}, 'gemma3:4b': {}, 'gemma3:12b': {} } });
    const scripts = { scripts: true, translate: false };
    expect(await choose(server, { ...scripts, name: 'smollm2' })).toEqual(['ollama/smollm2:135m', undefined]);
    await expect(choose(server, { ...scripts, name: 'gemma3' })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining(
        'Installed: smollm2:135m, gemma3:4b, gemma3:12b. Install it: ollama pull gemma3',
      ),
    });
  });
});
