import { describe, expect, it } from 'vitest';
import path from 'node:path';
import { settingsFrom } from '../../src/core/settings.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import type { TaskDefinition } from '../../src/narration/tasks/task.ts';
import { audiobook } from '../../src/pipeline/convert.ts';
import type { NarrationRequest } from '../../src/pipeline/conversion.ts';
import { prepareTools } from '../../src/pipeline/open/prepare-tools.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const paragraphs = uniqueParagraphs(12);
const turns = paragraphs.map((text, index) => ({ speaker: index % 2 === 0 ? 'host' : 'guest', text }));

/** Runs a task of our own and returns what was asked and what was spoken. */
async function runTask(
  definition: TaskDefinition,
  reply: (chat: OllamaChat) => string,
  more: Partial<NarrationRequest>,
) {
  const folder = await temporaryFolder();
  const body = `<h1>One</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`;
  const bookFile = await writeBook(folder, { ...smallBook, documents: [{ path: '1.xhtml', title: 'One', body }] });
  await using model = await startOllamaServer({ reply });
  await using speech = await startKokoroServer();
  const settings = settingsFrom([
    { KOKORO_API_URL: `${speech.url}/v1`, OLLAMA_API_URL: model.url, AUDIOBOOK_PREFLIGHT: 'off' },
  ]);
  const { signal } = new AbortController();
  const cacheFolder = path.join(folder, 'cache');
  await using tools = await prepareTools({ settings, cacheFolder, signal, onProgress: () => undefined });
  const tasks = builtinTasks();
  tasks.register(definition);
  const output = path.join(folder, 'book.wav');
  const request = { bookFile, output, format: 'wav', task: definition.name, tasks, model: 'tiny', ...more } as const;
  const report = await audiobook(request, tools);
  return {
    report,
    chats: model.chats,
    spoken: speech.requests.map(({ input, voice }) => ({ input: String(input), voice: String(voice) })),
  };
}

describe('a task that a program registers', () => {
  it('runs with its prompt and parameters, and its paragraphs are spoken', async () => {
    const definition = { name: 'tale', prompt: 'Tell it to a child of six.', llmParams: { temperature: 0.3 } };
    const tale = 'Once there was a harbour. Nobody came to it, and then somebody did.';
    const { chats, spoken, report } = await runTask(definition, () => JSON.stringify({ script: [tale] }), {});
    expect(chats[0]?.messages[0]?.content).toBe('Tell it to a child of six.\n\nWrite in English.');
    expect(chats[0]?.options).toMatchObject({ temperature: 0.3 });
    expect(JSON.stringify(chats[0]?.format)).not.toContain('speaker');
    expect(spoken.map(({ input }) => input).join(' ')).toContain(tale);
    expect(report.narration).toMatchObject({ task: 'tale', chapters: [{ origin: 'written' }] });
  });

  it('in turns gets a host and a guest, by a schema of turns', async () => {
    const definition = { name: 'debate', prompt: 'Two people debate it.', outputStructure: 'turns' } as const;
    const { chats, spoken, report } = await runTask(definition, () => JSON.stringify({ script: turns }), {});
    expect(chats[0]?.messages[0]?.content).toMatch(/^Two people debate it\./u);
    expect(JSON.stringify(chats[0]?.format)).toContain('"enum":["host","guest"]');
    expect(report.narration).toMatchObject({ hosts: 2, chapters: [{ turns: { host: 6, guest: 6 } }] });
    const voicesOf = (at: number) => spoken.find(({ input }) => input.startsWith(`Number ${at} `))?.voice;
    expect([voicesOf(0), voicesOf(1), voicesOf(2)]).toEqual(['af_heart', 'am_adam', 'af_heart']);
  });

  it('must have a prompt, and be registered', async () => {
    await expect(runTask({ name: 'bare', prompt: '' }, () => '', {})).rejects.toMatchObject({ code: 'bad-value' });
    await expect(
      runTask({ name: 'tale', prompt: 'Tell it to a child.' }, () => '', { task: 'tail' }),
    ).rejects.toMatchObject({ code: 'bad-value', message: expect.stringContaining("'tail'") });
  });
});
