import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import type { NarratedChapter, NarrationOptions } from '../../src/narration/narration.ts';
import { narrate } from '../../src/narration/narrate.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat, OllamaServer } from '../helpers/servers/ollama-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** What a real model of 135 million parameters answered to the requests about this book, by kind. */
const recorded: Readonly<Record<string, readonly string[]>> = JSON.parse(
  await readFile(new URL('corpus/very-small-model.json', import.meta.url), 'utf8'),
);
const { signal } = new AbortController();
const book = await readBook(path.join(import.meta.dirname, '../books/the-last-tram.epub'), { signal });

/** Returns a server that gives the recorded answers of each kind in turn. */
async function replay(task: string): Promise<OllamaServer> {
  const calls = new Map<string, number>();
  return await startOllamaServer({
    reply(chat: OllamaChat) {
      const kind = kindOf(chat, task);
      const call = calls.get(kind) ?? 0;
      calls.set(kind, call + 1);
      const answers = recorded[kind] ?? [];
      return answers[call % Math.max(1, answers.length)] ?? '{}';
    },
  });
}

function kindOf({ messages, format }: OllamaChat, task: string): string {
  const [{ content } = { content: '' }] = messages;
  if (content.startsWith('A book is translated')) return 'names';
  if (content.startsWith('You prepare the translation')) return 'style';
  if (content.startsWith('You translate')) return JSON.stringify(format).includes('"script"') ? 'alone' : 'translation';
  return content.startsWith('You check scripts') ? 'judge' : task;
}

/** Tells or translates the first three chapters, and returns what is kept of them and how it ended. */
async function narrated(taskName: string, more: Partial<NarrationOptions>) {
  const task = builtinTasks().get(taskName);
  if (!task) throw new Error(`no task ${taskName}`);
  const folder = await temporaryFolder();
  const chapters = book.chapters.slice(0, 3).map((chapter, index) => ({ index, chapter }));
  const kept: NarratedChapter[] = [];
  const options = { task, prompt: task.prompt, bookTitle: 'The Last Tram', language: 'en', folder, signal };
  let end: unknown;
  try {
    for await (const chapter of narrate(chapters, { ...options, allowGaps: true, ...more })) kept.push(chapter);
  } catch (thrown) {
    end = thrown;
  }
  return { kept, end, folder };
}

function modelAt({ url }: OllamaServer) {
  return createModel('tiny', settingsFrom([{}]), { baseUrl: url });
}

describe('a very small model', () => {
  it.for(['summary', 'lecture', 'meditation', 'podcast'])(
    'has nothing of a %s kept, is asked twice a chapter, and not after the third',
    async (task) => {
      await using server = await replay(task);
      const { kept, end } = await narrated(task, { model: modelAt(server) });
      const spoken = kept.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'paragraph'));
      expect(spoken).toEqual([]);
      expect(end).toMatchObject({ code: 'model-failed', message: expect.stringContaining('3 parts of the book') });
      // One that tries it as a judge.
      expect(server.chats.length).toBeLessThanOrEqual(1 + 3 * 2);
    },
  );

  it('has nothing of a translation kept, and is not asked for each sentence of the book', async () => {
    await using server = await replay('translation');
    const translation = { target: 'fr', model: modelAt(server) };
    const { kept, end, folder } = await narrated('direct', { translation });
    expect(kept).toEqual([]);
    expect(end).toMatchObject({ code: 'model-failed', message: expect.stringContaining('3 parts of the book') });
    // Two for names and style, halves, and two for each of three sentences.
    expect(server.chats.length).toBeLessThanOrEqual(30);
    expect(JSON.parse(await readFile(path.join(folder, 'names.fr.json'), 'utf8'))).toEqual({});
  });
});
