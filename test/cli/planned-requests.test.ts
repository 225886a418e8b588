import { describe, expect, it, onTestFinished } from 'vitest';
import type { GenerateRequest } from '../../src/llm/language-model.ts';
import type { ConversionPlan } from '../../src/pipeline/plan/plan-conversion.ts';
import { directionReply } from '../helpers/directing-model.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { summaryOfParagraphs, uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat, OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { honestJudgement, isForJudge } from '../helpers/told-model.ts';

/** Returns a chapter in which one of two people speaks beside a tag, and a line has a speaker that only a model can tell. */
function chapterOf(index: number) {
  const [speaker, other] = index % 2 === 0 ? ['Anna', 'Bert'] : ['Bert', 'Anna'];
  const paragraphs = [
    `${speaker} met ${other} on the quay. ${speaker} waved, and ${other} waved back.`,
    `“Boat ${index} is late,” said ${speaker}.`,
    `A bell rang over the water, and the whole harbour waited for ${other}.`,
    `“Who told you of boat ${index}?”`,
    ...uniqueParagraphs(8, index + 1),
  ].map((text) => `<p>${text}</p>`);
  const title = `The Quay ${index}`;
  return { path: `${index}.xhtml`, title, body: `<h1>${title}</h1>${paragraphs.join('')}` };
}

/** Returns a text with every plain word turned around, as in another language. */
function backwards(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{M}])\p{Ll}+/gu, (word) => `${word.split('').toReversed().join('')}o`);
}

/** Of three, the second one is the passage of another chapter that a judge is tried with. */
function judgement(request: GenerateRequest): string {
  const { scripts }: { readonly scripts: readonly object[] } = JSON.parse(honestJudgement(request));
  return JSON.stringify({ scripts: scripts.map((one, index) => ({ ...one, about_this_text: index !== 1 })) });
}

/** What a good model answers. */
function goodReply(chat: OllamaChat): string {
  const [system = '', prompt = ''] = chat.messages.map(({ content }) => content);
  const request = { systemPrompt: system, userPrompt: prompt, signal: new AbortController().signal };
  if (isForJudge(request)) return judgement(request);
  if (system.startsWith('You prepare the translation'))
    return JSON.stringify({ tense: 'past', address: 'formal', register: 'plain' });
  if (system.startsWith('A book is translated')) {
    const names = (prompt.split('\n\n')[0] ?? '').split('\n');
    return JSON.stringify({ names: names.map((name) => ({ name, form: name })) });
  }
  if (system.startsWith('You translate')) return backwards(givenText(chat));
  const directed = directionReply(chat, (field, words, values) => {
    const number = /Boat (\d)/u.exec(words)?.[1];
    if (field !== 'who' || number === undefined) return field === 'who' ? 'unknown' : (values?.[0] ?? '');
    return Number(number) % 2 === 0 ? 'Anna' : 'Bert';
  });
  return directed ?? summaryOfParagraphs;
}

/** Runs a command on a new book, and returns what its plan counted and how many requests were made. */
async function plannedAndMade(command: readonly string[], more: readonly string[], chapters = 6) {
  const folder = await temporaryFolder();
  await writeBook(folder, {
    ...smallBook,
    documents: Array.from({ length: chapters }, (_, index) => chapterOf(index)),
  });
  const [model, kokoro] = [await startOllamaServer({ reply: goodReply }), await startKokoroServer()];
  onTestFinished(() => model[Symbol.asyncDispose]());
  onTestFinished(() => kokoro[Symbol.asyncDispose]());
  const environment = {
    KOKORO_API_URL: `${kokoro.url}/v1`,
    TTS_PROVIDER: 'kokoro',
    AUDIOBOOK_PREFLIGHT: 'off',
    OLLAMA_API_URL: model.url,
    LLM_PRICES: 'tiny=1000/1000',
  };
  const run = async (...argv: readonly string[]) => await inProcessCli(argv, { folder, environment });
  const planned = await run('plan', 'small.epub', '--model', 'tiny', '--json', ...command.slice(1));
  expect([planned.code, model.chats.length]).toEqual([0, 0]);
  const { narration, price } = JSON.parse(planned.stdout) as ConversionPlan;
  const made = await run(command[0] ?? '', 'small.epub', '--model', 'tiny', ...command.slice(1), ...more);
  expect(made).toMatchObject({ code: 0 });
  return { planned: narration?.requests, cost: price.models, made: model.chats.length, kinds: kindsOf(model) };
}

/** Returns the number of requests by the first words of each. */
function kindsOf({ chats }: OllamaServer): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const { messages } of chats) {
    const name = messages[0]?.content.split(/\s/u).slice(0, 3).join(' ') ?? '';
    kinds[name] = (kinds[name] ?? 0) + 1;
  }
  return kinds;
}

describe('a plan counts the requests that are then made', () => {
  it.for([
    ['a direction', ['audiobook', '--task', 'audiobook'], { 'You list the': 1 }],
    ['a summary with its judge', ['audiobook', '--task', 'summary'], { 'You check scripts': 7 }],
    ['a translation with its names', ['audiobook', '--task', 'direct', '--translate', 'fr'], { 'You prepare the': 1 }],
  ] as const)('of %s', async ([, command, kinds]) => {
    const found = await plannedAndMade(command, ['--scripts-only']);
    expect(found).toMatchObject({ planned: found.made, kinds });
    expect(found.cost).toBeGreaterThan(0);
  });

  it('of a cast', async () => {
    const found = await plannedAndMade(['convert', '--cast', 'auto'], ['--format', 'mp3'], 2);
    expect(found).toMatchObject({ planned: found.made });
    expect(found.made).toBeGreaterThan(2);
    expect(found.cost).toBeGreaterThan(0);
  });
});
