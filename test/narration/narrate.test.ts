import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { narrate } from '../../src/narration/narrate.ts';
import type { NarratedChapter, NarrationOptions, NumberedChapter } from '../../src/narration/narration.ts';
import type { NarrationEvent } from '../../src/narration/narration-event.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import type { TaskConfig } from '../../src/narration/tasks/task.ts';
import { numberedChapter, blockWords } from '../helpers/narration-book.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat, OllamaReply } from '../helpers/servers/ollama-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const settings = settingsFrom([{}]);
const modelAt = (url: string) =>
  createModel('tiny', settings, { baseUrl: url, policy: { attempts: 2, firstDelayMs: 1, maxDelayMs: 2 } });
/** Its scripts may be anything, the text of the book as well. */
const own = taskConfig({ name: 'own', prompt: 'Read the text aloud, as to a child.' });
const task = (name: string): TaskConfig => builtinTasks().get(name) ?? taskConfig({ name, prompt: '' });

function options(url: string, folder: string, more: Partial<NarrationOptions> = {}): NarrationOptions {
  const chosen = more.task ?? own;
  return {
    task: chosen,
    prompt: chosen.prompt,
    model: modelAt(url),
    bookTitle: 'The Book',
    language: 'en',
    folder,
    signal,
    ...more,
  };
}

async function all(chapters: readonly NumberedChapter[], given: NarrationOptions): Promise<NarratedChapter[]> {
  const narrated: NarratedChapter[] = [];
  for await (const chapter of narrate(chapters, given)) narrated.push(chapter);
  return narrated;
}

describe('a bad completion is never spoken', () => {
  const marker = 'QXZVW';
  const bad: readonly (readonly [string, (text: string) => string | OllamaReply])[] = [
    ['refusal', () => `I’m sorry, but I cannot reproduce this content (${marker}).`],
    ['empty', () => ''],
    ['think tags', (text) => `<think>${marker}: how do I do this?</think>${text}`],
    ['think tags that never close', () => `<think>${marker} and on`],
    ['cut at the limit', (text) => ({ text: `${marker} ${text.slice(0, 500)}`, doneReason: 'length' })],
    ['Markdown', (text) => `# ${marker} Heading\n\n**${text}**\n\n---`],
    ['stage directions', (text) => `[${marker} music]\n\n${text}\n\n*${marker} sighs*`],
    ['preamble', (text) => `Here is the script (${marker}):\n\n${text}`],
    ['quotes and a remark', (text) => `"${text}"\n\nLet me know what you think, ${marker}!`],
    ['JSON', (text) => JSON.stringify({ marker, script: text })],
    ['a summary', () => `${marker} A list of things is described at some length.`],
    ['a repetition loop', (text) => `${text.slice(0, 200)} ${`The ${marker} stood there again. `.repeat(40)}`],
    ['an error of a proxy', () => `502 Bad Gateway ${marker}`],
    ['a page of a proxy', () => `<html><head><title>${marker}</title></head><body>Sign in</body></html>`],
    [
      'an invented paragraph',
      (text) => `${text}\n\nSuddenly ${marker} dragons attacked everybody with terrible flames.`,
    ],
    [
      'another language',
      () => `${marker} Es war einmal ein König, der hatte drei Töchter und keinen einzigen Sohn. `.repeat(30),
    ],
  ];

  it.each(bad)('%s, where the task rewrites the text', async (_name, reply) => {
    const chapter = numberedChapter(1, 16);
    await using server = await startOllamaServer({ reply: (chat) => reply(givenText(chat)) });
    const [narrated] = await all(
      [chapter],
      options(server.url, await temporaryFolder(), { task: task('podcast'), allowGaps: true }),
    );
    const spoken = narrated?.blocks.map(({ text }) => text).join(' ') ?? '';
    // A free script may hold what the text does not; an invented sentence cannot be narrated from that.
    const believed = _name.includes('invented') ? spoken.replaceAll(marker, '') : spoken;
    expect(believed).not.toContain(marker);
    expect(spoken).not.toMatch(/[#*<>{}]|Sign in|sorry/u);
  });
});

describe('without a model', () => {
  it('a chapter under 200 words is unchanged', async () => {
    await using server = await startOllamaServer();
    const chapters = [numberedChapter(0, 3)];
    const [narrated] = await all(chapters, options(server.url, await temporaryFolder()));
    expect(narrated).toMatchObject({ origin: 'unchanged', blocks: chapters[0]?.chapter.blocks });
    expect(server.chats).toHaveLength(0);
  });

  it('direct leaves the book unchanged', async () => {
    const chapters = [numberedChapter(0, 20)];
    const [narrated] = await all(chapters, {
      ...options('http://127.0.0.1:9', await temporaryFolder(), { task: task('direct') }),
      model: undefined,
    });
    expect(narrated).toMatchObject({ origin: 'unchanged', blocks: chapters[0]?.chapter.blocks });
  });

  it('a task that needs a model fails', async () => {
    const given = { ...options('http://127.0.0.1:9', await temporaryFolder()), model: undefined };
    await expect(all([numberedChapter(0, 20)], given)).rejects.toMatchObject({ code: 'bad-value' });
  });
});
describe('invalid parameters', () => {
  it.each([
    { temperature: 3 },
    { topP: -1 },
    { numCtx: 0 },
    { seed: 1.5 },
    { topK: Number.NaN },
    { numPredict: 0 },
    { repeatPenalty: -1 },
  ])('%j is rejected before any request', async (parameters) => {
    await using server = await startOllamaServer();
    const run = all([numberedChapter(0, 20)], options(server.url, await temporaryFolder(), { parameters }));
    await expect(run).rejects.toMatchObject({ code: 'bad-value', message: expect.stringContaining('Expected') });
    expect(server.chats).toHaveLength(0);
  });
});

describe('scripts on disk', () => {
  const script = '003 - Chapter of the captain.md';

  it('can be read, edited and used again without a model', async () => {
    await using server = await startOllamaServer();
    const folder = await temporaryFolder();
    const chapters = [numberedChapter(2, 20)];
    const [first] = await all(chapters, options(server.url, folder));
    const file = path.join(folder, 'scripts', script);
    expect(first).toMatchObject({ origin: 'written', scriptFile: file });
    expect((await readdir(path.join(folder, 'scripts'))).toSorted()).toEqual([
      script,
      '003 - Chapter of the captain.source.md',
    ]);
    const asked = server.chats.length;
    expect(await all(chapters, options(server.url, folder))).toMatchObject([{ origin: 'kept', blocks: first?.blocks }]);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('\n# Chapter of the captain\n\nNumber 3000');
    await writeFile(
      file,
      text.replace(/Number 3000[^.]*\./u, 'This is how I want it.').replace('Chapter of the captain', 'The Captain'),
    );
    const [edited] = await all(chapters, options(server.url, folder));
    expect(edited).toMatchObject({ origin: 'edited', title: 'The Captain' });
    expect(edited?.blocks[1]?.text).toMatch(/^This is how I want it\. Afterwards/u);
    expect(server.chats).toHaveLength(asked);
  });

  it.each<[string, (given: NarrationOptions) => NarrationOptions]>([
    ['the task', (given) => ({ ...given, task: task('podcast'), prompt: task('podcast').prompt })],
    ['the prompt', (given) => ({ ...given, prompt: 'Tell it as a joke.' })],
    ['the model', (given) => ({ ...given, ...(given.model && { model: { ...given.model, id: 'ollama/other' } }) })],
    ['only the option for fresh scripts', (given) => ({ ...given, freshScripts: true })],
  ])('are written again when %s changed, and an edited one is renamed', async (_name, change) => {
    await using server = await startOllamaServer();
    const folder = await temporaryFolder();
    const given = options(server.url, folder);
    await all([numberedChapter(2, 20)], given);
    const asked = server.chats.length;
    const file = path.join(folder, 'scripts', script);
    await writeFile(file, `${await readFile(file, 'utf8')}\nA sentence by hand.\n`);
    const events: NarrationEvent[] = [];
    const [narrated] = await all([numberedChapter(2, 20)], {
      ...change(given),
      onEvent: (event) => events.push(event),
    });
    expect(narrated?.origin).toBe('written');
    expect(server.chats.length).toBeGreaterThan(asked);
    const aside = events.find((event) => event.type === 'script-renamed');
    expect(await readFile(aside?.path ?? '', 'utf8')).toContain('A sentence by hand.');
  });

  it('are kept when only the seed changed, and written again when the book changed', async () => {
    await using server = await startOllamaServer();
    const folder = await temporaryFolder();
    await all([numberedChapter(2, 20)], options(server.url, folder));
    expect(await all([numberedChapter(2, 20)], options(server.url, folder, { parameters: { seed: 3 } }))).toMatchObject(
      [{ origin: 'kept' }],
    );
    expect(await all([numberedChapter(2, 21)], options(server.url, folder))).toMatchObject([{ origin: 'written' }]);
  });

  it('have names that every file system accepts', async () => {
    await using server = await startOllamaServer();
    const folder = await temporaryFolder();
    const title = `../What? "It": a/b\\c <d> | ${'long '.repeat(80)}`;
    const { chapter } = numberedChapter(0, 2, { title });
    const [narrated] = await all([{ index: 11, chapter }], options(server.url, folder));
    expect(path.basename(narrated?.scriptFile ?? '')).toMatch(/^012 - What It a b c d [long ]+\.md$/u);
    expect(await readdir(path.join(folder, 'scripts'))).toHaveLength(2);
  });
});

describe('an interrupted run', () => {
  it('never requests a completion twice, wherever it was interrupted', async () => {
    const chapters = [numberedChapter(0, 100), numberedChapter(1, 100)];
    let whole = 0;
    {
      await using server = await startOllamaServer();
      await all(chapters, options(server.url, await temporaryFolder()));
      whole = server.chats.length;
    }
    expect(whole).toBeGreaterThan(4);
    for (let stopAfter = 1; stopAfter < whole; stopAfter += 1) {
      const controller = new AbortController();
      const seen: string[] = [];
      await using server = await startOllamaServer({
        reply: (chat) => {
          if (seen.length === stopAfter) controller.abort();
          else seen.push(givenText(chat));
          return givenText(chat);
        },
      });
      const folder = await temporaryFolder();
      const run = all(chapters, options(server.url, folder, { signal: controller.signal }));
      await expect(run).rejects.toMatchObject({ code: 'canceled' });
      await using again = await startOllamaServer();
      const narrated = await all(chapters, options(again.url, folder));
      expect(narrated.flatMap(({ blocks }) => blockWords(blocks))).toEqual(
        chapters.flatMap(({ chapter }) => blockWords(chapter.blocks)),
      );
      expect(again.chats).toHaveLength(whole - stopAfter);
      for (const text of seen) expect(again.chats.map(givenText)).not.toContain(text);
    }
  });

  it('ends with an error when the model keeps failing, and keeps the completions', async () => {
    const folder = await temporaryFolder();
    {
      await using server = await startOllamaServer({ faults: (request) => (request === 0 ? undefined : 'error') });
      await expect(all([numberedChapter(0, 60)], options(server.url, folder))).rejects.toMatchObject({
        code: 'model-failed',
      });
    }
    expect(await readdir(path.join(folder, 'answers'))).toHaveLength(1);
  });
});

describe('prefetching', () => {
  it('writes scripts while the consumer is busy, at most two chapters ahead', async () => {
    await using server = await startOllamaServer();
    const chapters = Array.from({ length: 8 }, (_, index) => numberedChapter(index, 14));
    const started: number[] = [];
    const onEvent = (event: NarrationEvent) => event.type === 'script-end' && started.push(event.chapter);
    const given = options(server.url, await temporaryFolder(), { onEvent });
    const narration = narrate(chapters, given);
    await narration.next();
    while (started.length < 3) await delay(5);
    await delay(100);
    expect(started).toEqual([0, 1, 2]);
    await narration.next();
    while (started.length < 4) await delay(5);
    await narration.return();
    expect(started.length).toBeLessThanOrEqual(5);
  });
});

function untitled(): NumberedChapter {
  const { index, chapter } = numberedChapter(4, 14);
  return { index, chapter: { ...chapter, title: 'Chapter 5', titleSource: 'number', blocks: chapter.blocks.slice(1) } };
}
describe('stopping', () => {
  it('ends at once while the model hangs', async () => {
    await using server = await startOllamaServer({
      faults: (request) => (request === 0 ? undefined : 'hang-before-headers'),
    });
    const narration = narrate(
      [numberedChapter(0, 14), numberedChapter(1, 14)],
      options(server.url, await temporaryFolder()),
    );
    expect((await narration.next()).value).toMatchObject({ index: 0 });
    while (server.chats.length < 2) await delay(5);
    await narration.return();
    expect(await narration.next()).toEqual({ done: true, value: undefined });
  });

  it('a fresh start continues after an interruption without the option', async () => {
    const folder = await temporaryFolder();
    const chapters = [numberedChapter(0, 100), numberedChapter(1, 100)];
    await using first = await startOllamaServer();
    await all(chapters, options(first.url, folder));
    const controller = new AbortController();
    const reply = (chat: OllamaChat, call: number): string => {
      if (call === 2) controller.abort();
      return givenText(chat);
    };
    await using second = await startOllamaServer({ reply });
    const fresh = options(second.url, folder, { signal: controller.signal, freshScripts: true });
    await expect(all(chapters, fresh)).rejects.toMatchObject({ code: 'canceled' });
    await using third = await startOllamaServer();
    await all(chapters, options(third.url, folder));
    expect(third.chats).toHaveLength(first.chats.length - 1);
  });
});

describe('a title', () => {
  it('missing from the book comes from the model', async () => {
    await using server = await startOllamaServer({
      reply: (chat) =>
        chat.messages[0]?.content.startsWith('You name chapters') ? '{"title": "The Kitchen"}' : givenText(chat),
    });
    const [narrated] = await all([untitled()], options(server.url, await temporaryFolder()));
    expect(narrated?.title).toBe('The Kitchen');
  });
});
