import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import type { LanguageModel } from '../../src/llm/language-model.ts';
import { narrate } from '../../src/narration/narrate.ts';
import type { NarratedChapter, NarrationOptions } from '../../src/narration/narration.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import { blockWords, numberedChapter } from '../helpers/narration-book.ts';
import { textIn } from '../helpers/servers/ollama-server.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const settings = settingsFrom([{ OPENAI_API_KEY: 'good-key' }]);
const modelAt = (url: string): LanguageModel => createModel('api:gpt-4o', settings, { baseUrl: `${url}/v1` });
const task = taskConfig({ name: 'own', prompt: 'Read the text aloud, as to a child.' });
const chapters = Array.from({ length: 9 }, (_, index) => numberedChapter(index, 60));
const words = chapters.flatMap(({ chapter }) => blockWords(chapter.blocks));

async function narrateAll(more: Pick<NarrationOptions, 'model' | 'folder'> & Partial<NarrationOptions>) {
  const { signal } = new AbortController();
  const options = { task, prompt: task.prompt, bookTitle: 'The Book', language: 'en', signal, ...more };
  const narrated: NarratedChapter[] = [];
  for await (const chapter of narrate(chapters, options)) narrated.push(chapter);
  return narrated;
}

describe('a commercial model', () => {
  it('gets chapters and their pieces side by side, and the book keeps its order', async () => {
    let inFlight = 0;
    let most = 0;
    const model: LanguageModel = {
      ...modelAt('http://127.0.0.1:9'),
      async generate({ userPrompt = '' }) {
        inFlight += 1;
        most = Math.max(most, inFlight);
        // The later the sooner.
        await delay(Math.max(1, 40 - inFlight * 4));
        inFlight -= 1;
        return { text: textIn(userPrompt), stopReason: 'complete', usage: {} };
      },
    };
    const narrated = await narrateAll({ model, folder: await temporaryFolder() });
    expect(narrated.map(({ index }) => index)).toEqual(chapters.map(({ index }) => index));
    expect(narrated.flatMap(({ blocks }) => blockWords(blocks))).toEqual(words);
    expect(most).toBeGreaterThanOrEqual(8);
  });

  it('is asked for nothing twice after an interruption', async () => {
    const folder = await temporaryFolder();
    const controller = new AbortController();
    const faults = (request: number) => {
      if (request === 5) controller.abort();
      return undefined;
    };
    await using server = await startChatServer({ vendor: 'openai', models: ['gpt-4o'], faults });
    const interrupted = narrateAll({ model: modelAt(server.url), folder, signal: controller.signal });
    await expect(interrupted).rejects.toMatchObject({ code: 'canceled' });
    const kept = (await readdir(path.join(folder, 'answers'))).length;
    expect(kept).toBeGreaterThan(0);
    await using again = await startChatServer({ vendor: 'openai', models: ['gpt-4o'] });
    const narrated = await narrateAll({ model: modelAt(again.url), folder });
    const whole = (await readdir(path.join(folder, 'answers'))).length;
    expect(again.calls).toHaveLength(whole - kept);
    expect(narrated.flatMap(({ blocks }) => blockWords(blocks))).toEqual(words);
  });
});
