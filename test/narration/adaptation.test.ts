import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { createModel } from '../../src/llm/create-model.ts';
import { checkAdaptation } from '../../src/narration/guard/check-adaptation.ts';
import { sourceText } from '../../src/narration/guard/source-text.ts';
import { narrate } from '../../src/narration/narrate.ts';
import type { NarratedChapter, NarrationOptions } from '../../src/narration/narration.ts';
import { builtinTasks } from '../../src/narration/tasks/task-registry.ts';
import { taskConfig } from '../../src/narration/tasks/task.ts';
import { blockWords, numberedChapter } from '../helpers/narration-book.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const task = builtinTasks().get('summary') ?? taskConfig({ name: 'summary', prompt: '' });
const chapters = [numberedChapter(0, 20), numberedChapter(1, 20)];
const good =
  'The list has a harbour, a captain and a letter, and someone in Lisbon watched the garden before breakfast.';

async function summarize(url: string, folder: string, more: Partial<NarrationOptions> = {}) {
  const { signal } = new AbortController();
  const model = createModel('tiny', settingsFrom([{}]), { baseUrl: url });
  const options = { task, prompt: task.prompt, model, bookTitle: 'The Book', language: 'en', folder, signal, ...more };
  const narrated: NarratedChapter[] = [];
  for await (const chapter of narrate(chapters, options)) narrated.push(chapter);
  return narrated;
}

describe('a summary', () => {
  it('that is refused fails its chapter in a plain sentence', async () => {
    await using server = await startOllamaServer({ reply: () => 'I’m sorry, but I cannot help with this content.' });
    await expect(summarize(server.url, await temporaryFolder())).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringMatching(/^Chapter 1.*ollama\/tiny wrote no usable script for .*refusal.*--allow-gaps/u),
    });
  });

  it('that is refused is a gap where gaps are allowed, never the text of the book, and is asked for again', async () => {
    const folder = await temporaryFolder();
    {
      await using server = await startOllamaServer({ reply: () => '502 Bad Gateway' });
      const narrated = await summarize(server.url, folder, { allowGaps: true });
      expect(narrated.map(({ blocks }) => blocks.filter(({ kind }) => kind !== 'heading'))).toEqual([[], []]);
      expect(narrated[0]?.steps.at(-1)).toMatchObject({ action: 'gap', reason: 'error-text' });
    }
    await using again = await startOllamaServer({ reply: () => good });
    const narrated = await summarize(again.url, folder);
    for (const { blocks } of narrated) expect(blockWords(blocks).join(' ')).toContain(good);
  });
});

describe('the check of an adaptation', () => {
  const chapter = sourceText(blockWords(chapters[0]?.chapter.blocks ?? []).join(' '), 'en');

  it.each<[string, string, string | undefined]>([
    ['accepts a summary', good, undefined],
    ['refuses a word', 'Summary', 'too-short'],
    ['refuses a question back', `${good} Would you like me to continue with the next part?`, 'refusal'],
    ['refuses talk about the request', `The text you provided is a list. ${good}`, 'refusal'],
    [
      'refuses another language, however short',
      'Auf der Liste standen ein Hafen und ein Brief, und niemand wusste, wer sie geschrieben hatte.',
      'unrelated',
    ],
  ])('%s', (_name, text, problem) => {
    expect(checkAdaptation(text, chapter)).toBe(problem);
  });
});
