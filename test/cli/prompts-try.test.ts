import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GenerateRequest } from '../../src/llm/language-model.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { directionReply, neutralValue } from '../helpers/directing-model.ts';
import type { DirectionValue } from '../helpers/directing-model.ts';
import { summaryOfParagraphs, talk, uniqueParagraphs } from '../helpers/narration-book.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { honestJudgement, isForJudge } from '../helpers/told-model.ts';

/** Bert says everything, and is afraid where something was told. */
const afraidBert: DirectionValue = (field, words, values) => {
  if (field === 'who') return 'Bert';
  return field === 'how' && words.includes('told') ? 'afraid' : neutralValue(field, words, values);
};

function requestOf({ messages }: OllamaChat): GenerateRequest {
  const [systemPrompt, userPrompt] = [messages[0]?.content, messages.at(-1)?.content];
  return { systemPrompt, userPrompt, signal: AbortSignal.abort() };
}

describe('audiobook prompts try', () => {
  it('shows the request, the answer, what became of the chapter and the tokens, and stores nothing', async () => {
    const folder = await temporaryFolder();
    const body = talk(2)
      .map((text) => `<p>${text}</p>`)
      .join('');
    const long = { path: 'four.xhtml', title: 'Four', body: `<h1>Four</h1>${body}` };
    await writeBook(folder, { ...smallBook, documents: [...smallBook.documents, long] }, 'book.epub');
    await writeFile(path.join(folder, 'own.md'), '---\ndirection: true\n---\nRead slowly, as to a child.');
    await using server = await startOllamaServer({ reply: (chat) => directionReply(chat, afraidBert) ?? '' });
    const environment = { OLLAMA_API_URL: server.url, LLM_PRICES: 'tiny=1/2' };
    const chapter = ['--chapter', '4', '-m', 'tiny', '--prompt-file', 'own.md'];
    const argv = ['prompts', 'try', 'audiobook', 'book.epub', ...chapter];
    const { code, stdout, stderr } = await inProcessCli(argv, { folder, environment });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('\n\nRead slowly, as to a child.\n');
    expect(stdout).toMatch(/--- Request 2 ---\n.*<text>\n.*Who told you of boat 2/su);
    expect(stdout).toMatch(/--- Answer 2 \(complete; tokens: \d+ in, \d+ out\) ---\n\{/u);
    expect(stdout).toMatch(/--- Script ---\n.*~ “Who told you of boat 2\?” Bert, afraid/su);
    expect(stdout).toMatch(/^ollama\/tiny: \d requests, tokens: \d+ in, \d+ out/mu);
    const missing = await inProcessCli(['prompts', 'try', 'audiobook', 'book.epub', '--chapter', '9', '-m', 'tiny'], {
      folder,
      environment,
    });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('a number from 1 to 4') });
    const titled = argv.map((word) => (word === '4' ? 'four' : word));
    expect(await inProcessCli(titled, { folder, environment })).toMatchObject({ code: 0, stdout });
    const misspelt = argv.map((word) => (word === '4' ? 'Fuor' : word));
    expect(await inProcessCli(misspelt, { folder, environment })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Invalid chapter 'Fuor'"),
    });
  });

  it('shows every request and answer of a script that was refused, and ends with exit code 6', async () => {
    const folder = await temporaryFolder();
    const body = uniqueParagraphs(12)
      .map((text) => `<p>${text}</p>`)
      .join('');
    await writeBook(folder, { ...smallBook, documents: [{ path: 'one.xhtml', title: 'One', body }] }, 'book.epub');
    await writeFile(path.join(folder, 'own.md'), 'Tell it to a child of six.');
    await using server = await startOllamaServer({ reply: () => 'Children should not hear this.' });
    const argv = ['prompts', 'try', 'audiobook', 'book.epub', '-m', 'tiny', '--prompt-file', 'own.md'];
    const { code, stdout, stderr } = await inProcessCli(argv, { folder, environment: { OLLAMA_API_URL: server.url } });
    expect(code).toBe(6);
    expect(stderr).toContain('Its answer: “Children should not hear this.”');
    expect(stdout.match(/^--- Answer \d+ /gmu)).toHaveLength(server.chats.length);
    expect(stdout).toContain('asked-again: unrelated');
    expect(stdout).toMatch(/--- No script ---\nollama\/tiny wrote no usable script/u);
  });

  it('lets another model judge a script, and names it at its requests', async () => {
    const folder = await temporaryFolder();
    const body = uniqueParagraphs(12)
      .map((text) => `<p>${text}</p>`)
      .join('');
    await writeBook(folder, { ...smallBook, documents: [{ path: 'one.xhtml', title: 'One', body }] }, 'book.epub');
    await using server = await startOllamaServer({
      models: { 'tiny:1b': {}, 'large:70b': {} },
      reply: (chat) => (isForJudge(requestOf(chat)) ? honestJudgement(requestOf(chat)) : summaryOfParagraphs),
    });
    const trial = ['prompts', 'try', 'summary', 'book.epub', '-m', 'tiny', '--judge-model', 'large'];
    const { code, stdout } = await inProcessCli(trial, { folder, environment: { OLLAMA_API_URL: server.url } });
    expect([code, stdout.match(/^--- Script ---\n.*$/gmu)?.length]).toEqual([0, 1]);
    expect(server.chats.map((chat) => [chat.model, isForJudge(requestOf(chat))])).toEqual([
      ['large:70b', true],
      ['tiny:1b', false],
      ['large:70b', true],
    ]);
    expect(stdout.match(/^--- Request .*$/gmu)).toEqual([
      '--- Request 1 to ollama/large:70b ---',
      '--- Request 2 ---',
      '--- Request 3 to ollama/large:70b ---',
    ]);
  });

  it('asks for a podcast in turns, for one host by choice', async () => {
    const folder = await temporaryFolder();
    const paragraphs = uniqueParagraphs(12);
    const body = paragraphs.map((text) => `<p>${text}</p>`).join('');
    const documents = [{ path: 'one.xhtml', title: 'One', body: `<h1>One</h1>${body}` }];
    await writeBook(folder, { ...smallBook, documents }, 'book.epub');
    const script = paragraphs.map((text, index) => ({ speaker: index % 2 === 0 ? 'host' : 'guest', text }));
    await using server = await startOllamaServer({ reply: () => JSON.stringify({ script }) });
    const attempt = async (...args: readonly string[]) =>
      await inProcessCli(['prompts', 'try', 'podcast', 'book.epub', '-m', 'tiny', ...args], {
        folder,
        environment: { OLLAMA_API_URL: server.url },
      });
    const two = await attempt();
    expect([two.code, two.stderr]).toEqual([0, '']);
    expect(two.stdout).toContain('Two people speak it');
    expect(two.stdout).toMatch(/--- Script ---\n.*HOST: Number 0 .*GUEST: Number 1 /su);
    expect(JSON.stringify(server.chats.map(({ format }) => format))).toContain('"enum":["host","guest"]');
    const one = await attempt('--hosts', '1');
    expect(one.stdout).toContain('One host speaks it');
    expect(one.stdout).not.toContain('GUEST:');
    const other = ['prompts', 'try', 'summary', 'book.epub', '-m', 'tiny', '--hosts', '2'];
    expect(await inProcessCli(other, { folder })).toMatchObject({ code: 2 });
  });
});
