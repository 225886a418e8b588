import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat } from '../helpers/servers/ollama-server.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface Turn {
  readonly speaker: string;
  readonly text: string;
}

/** Returns the sentences of a text as turns. Each third one belongs to the turn before it. */
function turnsOf(text: string): Turn[] {
  const sentences = text.match(/Number[^.]*\.|Afterwards[^.]*\./gu) ?? [];
  return sentences.map((sentence, index) => ({ speaker: index % 2 === 0 ? 'host' : 'guest', text: sentence }));
}

const chapters = [0].map((index) => uniqueParagraphs(7, index));

/** What is to be heard of the script: sentences with their voice. */
const expected = chapters.flatMap((paragraphs, index) => [
  { text: `Part ${index}`, voice: 'af_heart' },
  ...turnsOf(paragraphs.join('\n')).map(({ speaker, text }) => ({
    text,
    voice: speaker === 'host' ? 'af_heart' : 'am_adam',
  })),
]);

async function startRun(environment: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const documents = chapters.map((paragraphs, index) => ({
    path: `${index}.xhtml`,
    title: `Part ${index}`,
    body: `<h1>Part ${index}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
  }));
  await writeBook(folder, { ...smallBook, documents });
  const speech = await startKokoroServer();
  const settings = { KOKORO_API_URL: `${speech.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off', ...environment };
  const scripts = path.join(folder, 'out.wav.audiobook/scripts');
  return {
    scripts,
    /** Runs the task and returns what was spoken. */
    async run(...args: readonly string[]) {
      const before = speech.requests.length;
      const argv = ['audiobook', 'small.epub', '-o', 'out.wav', '--task', 'podcast', ...args];
      const result = await inProcessCli(argv, { folder, environment: settings });
      const asked = speech.requests.slice(before);
      return { ...result, spoken: asked.map(({ input, voice }) => ({ text: String(input), voice: String(voice) })) };
    },
    report: async () =>
      JSON.parse(await readFile(path.join(folder, 'out.wav.report.json'), 'utf8')) as ConversionReport,
    script: async (chapter: number) =>
      await readFile(path.join(scripts, `00${chapter + 1} - Part ${chapter}.md`), 'utf8'),
    [Symbol.asyncDispose]: async () => await speech[Symbol.asyncDispose](),
  };
}

const voices = ['--voice', 'host=af_heart,guest=am_adam', '--pauses', 'sentence=250ms'];
const schemaAnswer = (chat: OllamaChat): string => JSON.stringify({ script: turnsOf(givenText(chat)) });

/** Sorted by text: requests go out side by side. */
function sorted(spoken: readonly { readonly text: string; readonly voice: string }[]) {
  return spoken.toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

describe('a podcast with two hosts', () => {
  it('speaks each turn of a schema once, in its voice, keeps the scripts and asks nothing again', async () => {
    await using ollama = await startOllamaServer({ reply: schemaAnswer });
    await using run = await startRun({ OLLAMA_API_URL: ollama.url });
    const first = await run.run('-m', 'tiny', ...voices);
    expect([first.code, first.stderr]).toEqual([0, expect.any(String)]);
    expect(sorted(first.spoken)).toEqual(sorted(expected));
    // The judge is tried before the first script.
    expect(ollama.chats.map(({ format }) => JSON.stringify(format)).join('\n')).toContain('"enum":["host","guest"]');
    const { narration } = await run.report();
    expect(narration).toMatchObject({ hosts: 2, chapters: [{ turns: { host: 7, guest: 7 } }] });
    expect((await run.script(0)).match(/^(?:HOST|GUEST): /gmu)).toHaveLength(14);
    const asked = ollama.chats.length;
    const again = await run.run('-m', 'tiny', ...voices);
    expect([again.code, again.spoken, ollama.chats.length]).toEqual([0, [], asked]);
  });

  it('speaks labelled turns of a service without schemas, and edited scripts by their labels', async () => {
    const reply = (content: string): string => {
      const turns = turnsOf(content).map(({ speaker, text }) => `${speaker.toUpperCase()}: ${text}`);
      return `Here you are:\n<script>\n${turns.join('\n\n')}\n</script>`;
    };
    await using claude = await startChatServer({
      vendor: 'anthropic',
      models: ['claude-sonnet-5-5'],
      reply: ({ body }) => reply(JSON.stringify(body['messages']).split('<text>').at(-1) ?? ''),
    });
    await using run = await startRun({ ANTHROPIC_BASE_URL: claude.url, ANTHROPIC_API_KEY: 'good-key' });
    const model = ['-m', 'api:claude'];
    const written = await run.run(...model, '--scripts-only');
    expect([written.code, written.stderr]).toEqual([0, expect.any(String)]);
    const asked = claude.calls.length;
    const file = '001 - Part 0.md';
    const text = await readFile(path.join(run.scripts, file), 'utf8');
    await writeFile(path.join(run.scripts, file), text.replace('HOST: ', 'GUEST: '));
    const { code, stderr, spoken } = await run.run(...model, ...voices);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    const first = turnsOf(chapters[0]?.join('\n') ?? '')[0]?.text;
    const edited = expected.map((one) => (one.text === first ? { ...one, voice: 'am_adam' } : one));
    expect(sorted(spoken)).toEqual(sorted(edited));
    expect(claude.calls.length).toBe(asked);
  });

  it('has one host by choice, and where the answer has no labels no word is lost', async () => {
    await using ollama = await startOllamaServer();
    await using run = await startRun({ OLLAMA_API_URL: ollama.url });
    const two = await run.run('-m', 'tiny', ...voices);
    expect(sorted(two.spoken)).toEqual(sorted(expected.map(({ text }) => ({ text, voice: 'af_heart' }))));
    expect((await run.report()).narration?.chapters[0]?.steps).toContainEqual(
      expect.objectContaining({ reason: 'one-speaker' }),
    );
    const one = await run.run('-m', 'tiny', ...voices, '--hosts', '1');
    expect([one.code, one.spoken]).toEqual([0, []]);
    expect((await run.report()).narration).toMatchObject({ hosts: 1 });
    expect(await run.script(0)).not.toContain('HOST:');
  });

  it('chooses the voice of the guest itself: one of the other gender', async () => {
    await using ollama = await startOllamaServer({ reply: schemaAnswer });
    await using run = await startRun({ OLLAMA_API_URL: ollama.url });
    const { code, spoken } = await run.run('-m', 'tiny', '--pauses', 'sentence=250ms');
    expect([code, sorted(spoken)]).toEqual([0, sorted(expected)]);
  });

  it('has one host, and says so, where the provider has one voice for the language', async () => {
    await using ollama = await startOllamaServer();
    await using run = await startRun({ OLLAMA_API_URL: ollama.url });
    const { code, stderr, spoken } = await run.run('-m', 'tiny', '--language', 'es', '--language-switch', 'off');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('has no second voice for Spanish. The podcast has one host.'),
    ]);
    expect(new Set(spoken.map(({ voice }) => voice))).toEqual(new Set(['ef_dora']));
    expect((await run.report()).narration).toMatchObject({ hosts: 1 });
    const systemPrompts = ollama.chats.map(({ messages }) => messages[0]?.content);
    expect(systemPrompts).toContainEqual(expect.stringContaining('One host speaks it'));
  });

  it.each([
    ['for another task', ['--task', 'summary']],
    ['together with a cast', ['--cast', 'auto']],
  ])('refuses two hosts %s', async (_name, args) => {
    await using run = await startRun({});
    const { code, stderr } = await run.run(...args, '--hosts', '2');
    expect([code, stderr]).toEqual([2, expect.stringContaining("number of hosts '2'")]);
  });
});
