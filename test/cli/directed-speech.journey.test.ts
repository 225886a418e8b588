import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { directionReply } from '../helpers/directing-model.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { runCli, startCli } from '../helpers/run-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startOllamaServer, textIn } from '../helpers/servers/ollama-server.ts';
import { startChatServer } from '../helpers/servers/openai-chat-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { surplus, wordsOf } from '../helpers/word-bag.ts';

/** Whole runs of the program, with speech. */
const slow = { timeout: 180_000 };

const digitWords = ['nil', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Chapters of distinct sentences, with dialogue, a heading in the middle and a paragraph of one sentence. */
const chapters = Array.from({ length: 2 }, (_, index) => {
  const paragraphs = uniqueParagraphs(7, index).map((text) =>
    text.replaceAll(/\d/gu, (digit) => `${digitWords[Number(digit)]} `).replaceAll(/\s+/gu, ' '),
  );
  const name = digitWords[index] ?? '';
  const [begin, end] = [paragraphs.slice(0, 4), paragraphs.slice(4)];
  return {
    title: `Part ${name}`,
    body: [
      `<h1>Part ${name}</h1>`,
      ...begin.map((text) => `<p>${text}</p>`),
      `<h2>After the ${name} interval</h2>`,
      `<p>“The ${name} lamp is out,” said Tobias Wren, by the ${name}.</p>`,
      `<p>Nobody had lit the ${name} of them.</p>`,
      `<p>“Then light ${name} more,” said Mrs. Hallam, by the ${name}, “and do not wait for ${name}.”</p>`,
      ...end.map((text) => `<p>${text}</p>`),
    ].join(''),
  };
});

const bookWords = wordsOf(chapters.map(({ body }) => body.replaceAll(/<[^>]+>/gu, ' ')).join(' '));

/** Ways in which a model spoils a text. Each answer is another one. */
const spoilers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Sure! Here is the script:\n\n${text}\n\nLet me know if you would like more!`,
  (text) => `<think>I keep it all: ${text.slice(0, 300)}</think>\n<script>${text}</script>`,
  (text) => JSON.stringify({ note: 'whole', script: text.split('\n\n') }),
  () => 'I’m sorry, but I can’t reproduce copyrighted text.',
  (text) => text.slice(0, Math.ceil(text.length / 3)),
  (text) => text.split('\n\n').toReversed().join('\n\n'),
  (text) => text.replaceAll('Tobias', 'Thomas').replaceAll('Hallam', 'Hallem'),
  (text) => text.replaceAll(' not ', ' ').replaceAll('Nobody', 'Somebody'),
  (text) => `${text}\n\n${text}`,
  (text) => text.replaceAll(/^## /gmu, '# ').replaceAll('. ', '. *pauses* '),
  (text) =>
    text
      .split('\n\n')
      .map((paragraph) => `**Narrator:** ${paragraph}`)
      .join('\n\n'),
  (text) => text.replaceAll(' the ', ' the very '),
  (text) => `물론입니다!\n\n${text.replaceAll('two', 'twelve')}\n\nDevam edeyim mi?`,
  () => 'Ein Mann zählt die Boote im Hafen, und niemand weiß, wem sie gehören.',
  (text) =>
    text
      .split('\n\n')
      .filter((_paragraph, index) => index % 4 !== 2)
      .join('\n\n'),
];

interface Message {
  readonly content: string;
}

/** Values that a direction has, and others that nobody asked for. */
const spoiled = [
  'Tobias Wren',
  'Mrs. Hallam',
  'Mr. Nobody',
  'whispered',
  'long',
  'twelve',
  'skip',
  'and then they died',
  '',
];

/** Returns what a model answers to a chat: each time in another way, and every other time in the form that is asked for. */
function spoiledAnswers(): (messages: readonly Message[], format: unknown) => string {
  let count = 0;
  return (messages, format) => {
    const text = textIn(messages.at(-1)?.content ?? '');
    count += 1;
    const value = (): string => spoiled[(count += 1) % spoiled.length] ?? '';
    const reply = count % 2 === 0 ? directionReply({ messages, format }, value) : undefined;
    return reply ?? spoilers[count % spoilers.length]?.(text) ?? text;
  };
}

/** What was asked of the speech server, without repetitions: words, and texts that are not a run of the book's words. */
function heard({ requests }: KokoroServer) {
  const texts = [...new Set(requests.map(({ input }) => String(input)))];
  const whole = ` ${bookWords.join(' ')} `;
  return {
    words: texts.flatMap((text) => wordsOf(text)),
    elsewhere: texts.filter((text) => !whole.includes(` ${wordsOf(text).join(' ')} `)),
  };
}

interface Run {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
}

async function prepareRun(speech: KokoroServer, args: readonly string[]): Promise<Run> {
  const folder = await temporaryFolder();
  const documents = chapters.map((chapter, index) => ({ path: `${index}.xhtml`, ...chapter }));
  await writeBook(folder, { ...smallBook, documents });
  const environment = { KOKORO_API_URL: `${speech.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
  return { folder, environment, argv: ['audiobook', 'small.epub', '-o', 'out.wav', ...args] };
}

async function reportOf({ folder }: Run): Promise<ConversionReport> {
  return JSON.parse(await readFile(path.join(folder, 'out.wav.report.json'), 'utf8')) as ConversionReport;
}

/** No word is lost and none is foreign. */
function expectTheBook(speech: KokoroServer, expected: readonly string[] = bookWords): void {
  const { words } = heard(speech);
  expect({ lost: surplus(expected, words), foreign: surplus(words, expected) }).toEqual({ lost: [], foreign: [] });
}

describe(
  'the speech of a directed book has the words of the book and no others, whatever a model answers',
  slow,
  () => {
    it.each<[string, readonly string[]]>([
      ['of a local model', []],
      ['with one voice', ['--cast', 'off']],
    ])('%s', async (_name, args) => {
      await using speech = await startKokoroServer();
      const answer = spoiledAnswers();
      await using model = await startOllamaServer({ reply: ({ messages, format }) => answer(messages, format) });
      const run = await prepareRun(speech, ['-m', 'tiny', ...args]);
      const { code, stderr } = await runCli(run.argv, {
        ...run,
        environment: { ...run.environment, OLLAMA_API_URL: model.url },
      });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expectTheBook(speech);
      expect(heard(speech).elsewhere).toEqual([]);
      const { narration, direction } = await reportOf(run);
      expect(narration?.chapters.map(({ origin }) => origin)).toEqual(['directed', 'directed']);
      expect(direction).toMatchObject({ model: 'ollama/tiny', changes: [] });
    });

    it('of a service, side by side, killed in the middle and run again, with a lexicon whose words alone are others', async () => {
      await using speech = await startKokoroServer();
      const answer = spoiledAnswers();
      const options = {
        vendor: 'openai',
        models: ['gpt-4o'],
        reply: ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => {
          const form = body['response_format'] as { readonly json_schema?: { readonly schema?: unknown } } | undefined;
          return answer(body['messages'] as readonly Message[], form?.json_schema?.schema);
        },
      } as const;
      await using service = await startChatServer(options);
      const run = await prepareRun(speech, ['-m', 'api:gpt-4o', '--lexicon', 'names.yaml']);
      await writeFile(path.join(run.folder, 'names.yaml'), 'Tobias: Tobeyas\nBergen: Bairgen\n');
      const environment = { ...run.environment, OPENAI_BASE_URL: `${service.url}/v1`, OPENAI_API_KEY: 'good-key' };
      const first = startCli(run.argv, { ...run, environment });
      while (speech.requests.length < 8 && first.exitCode === null) await delay(5);
      first.kill('SIGKILL');
      await first.result;
      expect(speech.requests.length).toBeLessThan(30);
      const { code, stderr } = await runCli(run.argv, { ...run, environment });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      const said = new Map([
        ['tobias', 'tobeyas'],
        ['bergen', 'bairgen'],
      ]);
      const expected = bookWords.map((word) => said.get(word) ?? word);
      expectTheBook(speech, expected);
    });
  },
);
