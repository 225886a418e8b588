import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import type { ScriptsReport } from '../../src/pipeline/script/write-scripts.ts';
import type { NarrationReport } from '../../src/pipeline/script/script-gaps.ts';
import { directionReply } from '../helpers/directing-model.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { summaryOfParagraphs as summary, talk, uniqueParagraphs } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaOptions, OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const refusal = 'I’m sorry, but I cannot help with this content.';

let kokoro: KokoroServer;

beforeAll(async () => {
  kokoro = await startKokoroServer();
});

afterAll(async () => {
  await kokoro[Symbol.asyncDispose]();
});

/** Returns a folder with a book of chapters that are long enough for scripts. */
async function bookOf(chapters: number): Promise<string> {
  const folder = await temporaryFolder();
  const documents = Array.from({ length: chapters }, (_, index) => {
    const paragraphs = uniqueParagraphs(8, index + 1).map((text) => `<p>${text}</p>`);
    return { path: `${index}.xhtml`, title: `Part ${index}`, body: `<h1>Part ${index}</h1>${paragraphs.join('')}` };
  });
  await writeBook(folder, { ...smallBook, documents });
  return folder;
}

async function modelThat(reply: NonNullable<OllamaOptions['reply']>): Promise<OllamaServer> {
  const server = await startOllamaServer({ reply });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** Returns a text with every plain word turned around, as in another language. */
function backwards(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{M}])\p{Ll}+/gu, (word) => `${word.split('').toReversed().join('')}o`);
}

/** Runs `audiobook audiobook small.epub`. */
async function narrateWith({ url }: OllamaServer, folder: string, ...more: readonly string[]) {
  const environment = {
    KOKORO_API_URL: `${kokoro.url}/v1`,
    TTS_PROVIDER: 'kokoro',
    AUDIOBOOK_PREFLIGHT: 'off',
    OLLAMA_API_URL: url,
  };
  return await inProcessCli(['audiobook', 'small.epub', '-m', 'tiny', ...more], { folder, environment });
}

async function reportIn(folder: string): Promise<ConversionReport> {
  return JSON.parse(await readFile(path.join(folder, 'small.m4b.report.json'), 'utf8')) as ConversionReport;
}

describe('a summary that the model refuses', () => {
  it('ends with exit code 6 and the words of the model', async () => {
    const folder = await bookOf(2);
    const { code, stderr } = await narrateWith(await modelThat(() => refusal), folder, '--task', 'summary');
    expect(code).toBe(6);
    const last = stderr.trimEnd().split('\n').at(-1);
    expect(last).toContain('Chapter 1');
    expect(last).toContain(`Its answer: “${refusal}”`);
    await expect(reportIn(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('ends with exit code 9 where gaps are allowed, and never with the text of the book', async () => {
    const folder = await bookOf(2);
    const model = await modelThat((chat) => (givenText(chat).includes('Number 2') ? refusal : summary));
    const spoken = kokoro.requests.length;
    expect(await narrateWith(model, folder, '--task', 'summary', '--allow-gaps')).toMatchObject({ code: 9 });
    const { complete, gaps, narration } = await reportIn(folder);
    expect(complete).toBe(false);
    expect(gaps).toMatchObject(gaps.map(() => ({ number: 2 })));
    expect(gaps.length).toBeGreaterThan(0);
    expect(narration?.chapters.map(({ origin }) => origin)).toEqual(['written', 'partly-written']);
    expect(JSON.stringify(kokoro.requests.slice(spoken))).not.toContain('Number 2');
  });

  it('ends with exit code 6 after three chapters in a row, also where gaps are allowed', async () => {
    const folder = await bookOf(5);
    const model = await modelThat(() => refusal);
    const { code, stderr } = await narrateWith(model, folder, '--task', 'summary', '--allow-gaps', '--scripts-only');
    expect(code).toBe(6);
    const last = stderr.trimEnd().split('\n').at(-1);
    expect(last).toContain('for 3 parts of the book in a row');
    expect(last).toContain(`Its answer: “${refusal}”`);
  });
});

describe('a direction that the model refuses', () => {
  it('is made by rules after three refusals in a row, and ends with exit code 9 and the words of the model', async () => {
    const folder = await temporaryFolder();
    const documents = Array.from({ length: 5 }, (_, index) => {
      const body = `<h1>Part ${index}</h1>${talk(index)
        .map((text) => `<p>${text}</p>`)
        .join('')}`;
      return { path: `${index}.xhtml`, title: `Part ${index}`, body };
    });
    await writeBook(folder, { ...smallBook, documents });
    let isWilling = false;
    const model = await modelThat((chat) => (isWilling && directionReply(chat)) || refusal);
    const { code, stderr } = await narrateWith(model, folder);
    expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([9, expect.stringContaining(`“${refusal}”`)]);
    const { complete, direction, cast, warnings } = await reportIn(folder);
    // Every word of the book is spoken, and who is named beside a quotation has a voice.
    expect(complete).toBe(true);
    expect(cast?.characters.map(({ name, lines }) => [name, lines])).toEqual([
      ['Anna', 5],
      ['Bert', 5],
    ]);
    expect(direction).toMatchObject({ changes: [], refusal: expect.stringContaining(refusal) });
    expect(warnings.at(-1)).toBe(direction?.refusal);
    // One for the people, and three for passages.
    expect(model.chats.length).toBeLessThanOrEqual(4);
    const asked = model.chats.length;
    // What was refused is kept for a day and costs nothing. The chapters behind it were not asked for yet.
    isWilling = true;
    const again = await narrateWith(model, folder, '--scripts-only', '--json');
    const report = JSON.parse(again.stdout) as ScriptsReport;
    expect(report.chapters.map(({ steps }) => steps.map(({ reason }) => reason))).toEqual([
      ['unrelated'],
      ['unrelated'],
      ['unrelated'],
      [],
      [],
    ]);
    expect([again.code, report.direction?.refusal]).toEqual([9, expect.stringContaining(`“${refusal}”`)]);
    // Two chapters, each twice, since the model could not be tried.
    const more = model.chats.slice(asked).map(({ messages }) => messages.at(-1)?.content ?? '');
    expect(more.map((content) => /quay (\d)/u.exec(content)?.[1])).toEqual(['3', '3', '4', '4']);
    expect(await narrateWith(model, folder, '--scripts-only')).toMatchObject({ code: 9 });
    expect(model.chats).toHaveLength(asked + more.length);
  });
});

describe('a translation with other numbers than the book', () => {
  it('is used and named at the end and in the report', async () => {
    const folder = await bookOf(2);
    const model = await modelThat((chat) => backwards(givenText(chat)).replaceAll(/(?<=1)00(?=\d)/gu, '11'));
    const more = ['--task', 'direct', '--translate', 'fr', '--scripts-only', '--json'];
    const { code, stdout, stderr } = await narrateWith(model, folder, ...more);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('may not say what the book says') });
    const { chapters } = JSON.parse(stdout) as NarrationReport;
    const doubtful = chapters.map(({ steps }) => steps.filter(({ action }) => action === 'doubtful'));
    // A judge that says nothing of use is none.
    expect(doubtful[0]?.slice(0, 2).map(({ reason }) => reason)).toEqual(['not-judged', 'lost-number']);
    expect(doubtful[1]).toEqual([]);
  });
});
