import { rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import type { LanguageModel } from '../../src/llm/language-model.ts';
import { narrate } from '../../src/narration/narrate.ts';
import type { NarratedChapter, NarrationOptions } from '../../src/narration/narration.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import { blockWords, numberedChapter, summaryOfParagraphs } from '../helpers/narration-book.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { honestJudgement, isForJudge, toldModel } from '../helpers/told-model.ts';

const task = builtinTasks().get('summary') ?? taskConfig({ name: 'summary', prompt: '' });
const chapters = [numberedChapter(0, 20), numberedChapter(1, 20)];
const good = summaryOfParagraphs;

function modelAt(url: string, concurrency = 1): LanguageModel {
  return { ...createModel('tiny', settingsFrom([{}]), { baseUrl: url }), concurrency };
}

async function summarize(url: string, folder: string, more: Partial<NarrationOptions> = {}, given = chapters) {
  const { signal } = new AbortController();
  const model = modelAt(url);
  const options = { task, prompt: task.prompt, model, bookTitle: 'The Book', language: 'en', folder, signal, ...more };
  const narrated: NarratedChapter[] = [];
  for await (const chapter of narrate(given, options)) narrated.push(chapter);
  return narrated;
}

describe('a summary', () => {
  it('that is refused fails its chapter in a plain sentence', async () => {
    await using server = await startOllamaServer({ reply: () => 'I’m sorry, but I cannot help with this content.' });
    await expect(summarize(server.url, await temporaryFolder())).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(/^Chapter 1.*ollama\/tiny wrote no usable script for .*unrelated.*--allow-gaps/u),
    });
  });

  it('that is refused is a gap where gaps are allowed, never the text of the book, and another seed asks again', async () => {
    const folder = await temporaryFolder();
    {
      await using server = await startOllamaServer({ reply: () => '502 Bad Gateway' });
      const narrated = await summarize(server.url, folder, { allowGaps: true });
      expect(narrated.map(({ blocks }) => blocks.filter(({ kind }) => kind !== 'heading'))).toEqual([[], []]);
      expect(narrated[0]?.steps.at(-1)).toMatchObject({ action: 'gap', reason: 'unrelated' });
    }
    await using again = await startOllamaServer({ reply: () => good });
    await expect(summarize(again.url, folder)).rejects.toMatchObject({ code: 'model-failed' });
    expect(again.chats).toHaveLength(0);
    const narrated = await summarize(again.url, folder, { parameters: { seed: 2 } });
    for (const { blocks } of narrated) expect(blockWords(blocks).join(' ')).toContain(good);
  });
});

describe('a judge that is another model than the writer', () => {
  it('is the only one that is asked to judge, and its answers are kept', async () => {
    const folder = await temporaryFolder();
    const judge = toldModel((request) => honestJudgement(request));
    await using server = await startOllamaServer({ reply: () => good });
    const [narrated] = await summarize(server.url, folder, { judge }, chapters.slice(0, 1));
    expect(narrated).toMatchObject({ origin: 'written', steps: [] });
    // Its trial, and the chapter.
    expect(judge.requests.map(isForJudge)).toEqual([true, true]);
    expect(server.chats).toHaveLength(1);
    await rm(path.join(folder, 'scripts'), { recursive: true });
    await summarize(server.url, folder, { judge }, chapters.slice(0, 1));
    expect(judge.requests).toHaveLength(2);
    expect(server.chats).toHaveLength(1);
  });
});

describe('a model that refuses one part after the other', () => {
  const many = Array.from({ length: 8 }, (_, index) => numberedChapter(index, 20));
  const refusal = `I’m sorry, \u001B[31mI cannot\u0007 help with sk-abcdefgh12345678. ${'It would not be right. '.repeat(20)}`;

  // Two requests for a part and one for each of its halves.
  it.each([
    [1, 3 * 4],
    [8, 8 * 4],
  ])('ends the run with its words where gaps are allowed, with %i requests side by side', async (count, most) => {
    await using server = await startOllamaServer({ reply: () => refusal });
    const model = modelAt(server.url, count);
    const failure = await summarize(server.url, await temporaryFolder(), { allowGaps: true, model }, many).catch(
      (thrown: unknown) => thrown,
    );
    expect(failure).toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(
        /^Chapter \d.*ollama\/tiny wrote no usable script for 3 parts of the book in a row.* Its answer: “I’m sorry, .{0,8}I cannot help with \[key\]\..*…” Try another model, task or prompt\.$/u,
      ),
    });
    const { message } = failure as Error;
    expect(/“(.*)”/u.exec(message)?.[1]?.length).toBeLessThanOrEqual(200);
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(server.chats.length).toBeLessThanOrEqual(most);
  });

  it('goes on after an accepted answer', async () => {
    const accepted = /Number (?:3|6)\d\d\d /u;
    await using server = await startOllamaServer({
      reply: (chat) => (accepted.test(givenText(chat)) ? good : refusal),
    });
    const narrated = await summarize(server.url, await temporaryFolder(), { allowGaps: true }, many);
    const withGaps = narrated.filter(({ steps }) => steps.some(({ action }) => action === 'gap'));
    expect(withGaps.map(({ index }) => index)).toEqual([0, 1, 3, 4, 6, 7]);
  });

  it('is quoted where the first refusal ends the run', async () => {
    await using server = await startOllamaServer({ reply: () => '{"script": "I cannot help with this."}' });
    await expect(summarize(server.url, await temporaryFolder())).rejects.toMatchObject({
      message: expect.stringContaining('Its answer: “I cannot help with this.” Another --seed asks again'),
    });
  });
});
