import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { castText } from '../../src/cast/cast-text.ts';
import { findCharacters } from '../../src/cast/find-characters.ts';
import { languageOf } from '../../src/languages/languages.ts';
import { hideTags } from '../../src/narration/direction/hide-tags.ts';
import { checkLanguageModel } from '../../src/pipeline/open/check-language-model.ts';
import type { LanguageModelCheck } from '../../src/pipeline/open/check-language-model.ts';
import { directionReply } from '../helpers/directing-model.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { honestJudgement } from '../helpers/told-model.ts';

const { signal } = new AbortController();
const models = { 'small:1b': { size: 1e9 }, 'smaller:1b': { size: 1e8 }, 'embed:1b': { capabilities: ['embedding'] } };

describe('the language model that doctor names', () => {
  it.each([
    [
      models,
      {},
      'good',
      /^ollama\/small:1b \(the largest installed one that fits\); installed: small:1b, smaller:1b, embed:1b$/u,
    ],
    [models, { OLLAMA_MODEL: 'smaller' }, 'good', /^ollama\/smaller:1b \(by OLLAMA_MODEL\)/u],
    [
      models,
      { OLLAMA_MODEL: 'none' },
      'missing',
      /Installed: small:1b, smaller:1b, embed:1b\. Install it: ollama pull none/u,
    ],
    [{ 'embed:1b': models['embed:1b'] }, {}, 'missing', /^none of those installed fits: embed:1b$/u],
  ])('of %j with %j', async (installed, more, state, detail) => {
    await using server = await startOllamaServer({ models: installed });
    const settings = settingsFrom([{ OLLAMA_API_URL: server.url, ...more }]);
    const [found, trial] = await checkLanguageModel({ settings, cacheFolder: await temporaryFolder(), signal });
    expect(found).toMatchObject({ state, detail: expect.stringMatching(detail) });
    expect(trial?.detail).toBe(state === 'good' ? 'not tried yet on this machine' : undefined);
    expect(server.chats).toEqual([]);
  });

  it('is missing without a server, which is no fault', async () => {
    const server = await startOllamaServer();
    await server[Symbol.asyncDispose]();
    const settings = settingsFrom([{ OLLAMA_API_URL: server.url }]);
    expect(await checkLanguageModel({ settings, cacheFolder: await temporaryFolder(), signal })).toMatchObject([
      {
        state: 'missing',
        detail: expect.stringContaining('no server responds'),
        fix: expect.stringContaining('--model'),
      },
    ]);
  });
});

/** Returns what is found when a model is tried, and then without trying it again. */
async function findings(reply: (chat: OllamaChat) => string, more: Partial<LanguageModelCheck> = {}) {
  await using server = await startOllamaServer({ reply });
  const settings = settingsFrom([{ OLLAMA_API_URL: server.url, OLLAMA_MODEL: 'tiny' }]);
  const cacheFolder = await temporaryFolder();
  const check = { settings, cacheFolder, signal };
  const [, ...tried] = await checkLanguageModel({ ...check, model: 'tiny', ...more });
  const asked = server.chats.length;
  const [, ...kept] = await checkLanguageModel(check);
  expect(server.chats).toHaveLength(asked);
  return { tried, kept };
}

describe('a model that doctor tries', () => {
  const scenes = languageOf('en').trialScenes ?? [];

  /** Knows who speaks in each scene, and judges honestly. */
  const good = (chat: OllamaChat): string =>
    directionReply(chat, (_field, words) => {
      const scene = scenes.find((text) => text.includes(words.trim().slice(0, 16)));
      return / (?:said|asked) (\w+)\./u.exec(scene ?? '')?.[1] ?? 'unknown';
    }) ?? honestJudgement({ userPrompt: chat.messages.at(-1)?.content, signal });

  it('has scenes in which fourteen speakers can be known without their tags', () => {
    const texts = scenes.map((text) => castText([{ kind: 'paragraph', text, document: '' }], 'en'));
    expect([...hideTags(texts, findCharacters(texts, 'en'), 'en').speakers.values()]).toHaveLength(14);
  });

  it('directs and judges when it tells speakers and scripts apart, which is kept', async () => {
    const { tried, kept } = await findings(good);
    expect(tried).toEqual([
      { about: 'directs books', state: 'good', detail: 'tiny names 100 % of the known speakers of a book.' },
      { about: 'judges scripts', state: 'good', detail: 'tiny tells good scripts from bad.' },
    ]);
    expect(kept).toEqual(tried);
  });

  it('does neither when it says the same of all', async () => {
    const { tried, kept } = await findings((chat) => directionReply(chat, () => 'Nora') ?? 'They are all lovely.');
    expect(tried).toMatchObject([
      { state: 'missing', detail: expect.stringMatching(/^tiny names 4 of 14 known speakers: too few\./u) },
      { state: 'missing', detail: expect.stringMatching(/^tiny does not tell good scripts from bad/u) },
    ]);
    expect(kept).toEqual(tried);
  });
});
