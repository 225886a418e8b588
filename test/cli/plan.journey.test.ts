import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import type { ConversionPlan } from '../../src/pipeline/plan/plan-conversion.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { talk } from '../helpers/narration-book.ts';
import type { CliResult } from '../helpers/run-cli.ts';
import { startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaServer } from '../helpers/servers/ollama-server.ts';
import { startOpenaiServer } from '../helpers/servers/openai-server.ts';
import type { OpenaiServer } from '../helpers/servers/openai-server.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const sentences = (chapter: number): string =>
  Array.from(
    { length: 14 },
    (_, index) => `In year ${chapter * 20 + index} the ferry crossed the wide river without a passenger aboard at all.`,
  ).join(' ');

/** A notice that is left out, and three chapters that are long enough for a script. */
const tale: EpubOptions = {
  ...smallBook,
  documents: [
    {
      path: 'copyright.xhtml',
      title: 'Copyright',
      body: '<h1>Copyright</h1><p>© 2020 Ada Example. All rights reserved.</p>',
    },
    ...[1, 2, 3].map((number) => ({
      path: `${number}.xhtml`,
      title: `Crossing ${number}`,
      body: `<h1>Crossing ${number}</h1><p>${sentences(number)}</p>`,
    })),
  ],
};

/** Three chapters with a quotation each that only a model can attribute, and two that say who speaks. */
const talks: EpubOptions = {
  ...smallBook,
  documents: [1, 2, 3].map((number) => ({
    path: `${number}.xhtml`,
    title: `Talk ${number}`,
    body: `<h1>Talk ${number}</h1>${talk(number)
      .map((text) => `<p>${text}</p>`)
      .join('')}`,
  })),
};

let openai: OpenaiServer;
let ollama: OllamaServer;
let folder: string;

beforeAll(async () => {
  // A voice without pauses would be asked again: a sentence of many may be missing.
  openai = await startOpenaiServer({ speak: speakWords });
  ollama = await startOllamaServer();
});

afterAll(async () => {
  await openai[Symbol.asyncDispose]();
  await ollama[Symbol.asyncDispose]();
});

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeBook(folder, tale, 'tale.epub');
});

async function run(...argv: readonly string[]): Promise<CliResult> {
  return await runIn({}, ...argv);
}

async function runIn(environment: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<CliResult> {
  const services = {
    TTS_PROVIDER: 'openai',
    OPENAI_API_KEY: 'sk-test-0123456789',
    OPENAI_BASE_URL: `${openai.url}/v1`,
    OPENAI_TTS_MODEL: 'tts-1',
    OLLAMA_API_URL: ollama.url,
    TTS_PRICES: 'openai/tts-1=1000',
    AUDIOBOOK_PREFLIGHT: 'off',
  };
  return await inProcessCli(argv, { folder, environment: { ...services, ...environment } });
}

async function planOf(...argv: readonly string[]): Promise<ConversionPlan> {
  const { stdout, stderr, code } = await run('plan', 'tale.epub', '--json', ...argv);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as ConversionPlan;
}

async function reportOf(file: string): Promise<ConversionReport> {
  return JSON.parse(await readFile(path.join(folder, `${file}.report.json`), 'utf8')) as ConversionReport;
}

describe('audiobook plan', () => {
  it('says what a conversion makes and costs, and asks no service', async () => {
    const before = openai.requests.length;
    const { stdout, code } = await run('plan', 'tale.epub');
    expect(code).toBe(0);
    expect(stdout).toContain('The Small Book by Ada Example (en)');
    expect(stdout).toMatch(/^2 +Crossing 2 +212 +1 min 29 s$/mu);
    expect(stdout).toMatch(/^LEFT OUT +REASON +WORDS$/mu);
    expect(stdout).toMatch(/^OEBPS\/copyright\.xhtml +copyright/mu);
    expect(stdout).toMatch(/^In store +0 of \d+ segments/mu);
    expect(stdout).toMatch(/^To speak +[\d,]+ characters$/mu);
    expect(stdout).toMatch(/^Time +not known: this voice has not been measured/mu);
    expect(stdout).toMatch(/^Cost +about \$\d\.\d\d USD$/mu);
    expect(stdout).toContain('openai/tts-1: $1000 per million characters, your price');
    expect(openai.requests.length).toBe(before);
  });

  it('is the plan of the conversion with the same options, and knows what earlier runs left', async () => {
    const args = ['--chapters', '1,3', '--voice', 'nova', '--pauses', 'chapter=3s'];
    const planned = await planOf(...args);
    expect(planned.chapters.map(({ number }) => number)).toEqual([1, 3]);
    expect(planned).toMatchObject({
      voices: { en: 'nova' },
      billed: { amount: planned.characters, unit: 'characters' },
    });
    expect(planned.price.total).toBeCloseTo(planned.characters / 1000, 3);
    const before = openai.requests.length;
    expect(await run('convert', 'tale.epub', ...args, '-q')).toMatchObject({ code: 0 });
    const sent = openai.requests.slice(before).map(({ body }) => String(body['input']));
    expect(sent.join('')).toHaveLength(planned.billed.amount);
    expect(sent).toHaveLength(planned.segments.total);
    const again = await planOf(...args);
    expect(again.segments).toEqual({ total: planned.segments.total, stored: planned.segments.total });
    expect(again).toMatchObject({ billed: { amount: 0 }, price: { total: 0 }, synthesisSeconds: 0 });
    const { seconds } = await reportOf('tale.mp3');
    expect(Math.abs(again.estimatedSeconds - seconds) / seconds).toBeLessThan(0.05);
    const more = await planOf('--voice', 'nova', '--pauses', 'chapter=3s');
    expect(more.measuredOn).toMatch(/^\d{4}-\d\d-\d\d$/u);
    expect(more.synthesisSeconds).toBeGreaterThanOrEqual(0);
    expect(more.segments.stored).toBe(planned.segments.total);
  });

  it('counts requests and tokens of a language model', async () => {
    const told = await planOf('--task', 'audiobook', '--model', 'tiny');
    expect(told.narration).toMatchObject({ requests: 0, promptTokens: 0, completionTokens: 0 });
    await writeBook(folder, talks, 'tale.epub');
    const { narration, price } = await planOf('--task', 'audiobook', '--model', 'tiny');
    // The people of the book, and each chapter twice: with fewer than twelve tags a model is asked twice.
    expect(narration).toMatchObject({ task: 'audiobook', model: 'ollama/tiny', requests: 1 + 2 * 3 });
    expect(narration?.promptTokens).toBeGreaterThan(1000);
    expect(price).toMatchObject({ models: 0, unknown: [] });
    expect(ollama.chats).toHaveLength(0);
    const priced = await runIn(
      { LLM_PRICES: 'tiny=1000/1000' },
      'audiobook',
      'tale.epub',
      '--model',
      'tiny',
      '--dry-run',
    );
    expect(priced.stdout).toMatch(/^Model +ollama\/tiny: about 7 requests, [\d,]+ tokens in, [\d,]+ out$/mu);
    expect(priced.stdout).toMatch(/^Cost +about \$\d+\.\d\d USD: speech \$\d+\.\d\d, language model \$\d+\.\d\d$/mu);
    expect(ollama.chats).toHaveLength(0);
  });

  it('warns of a voice for another language', async () => {
    const { stderr } = await runIn(
      { TTS_PROVIDER: 'embedded' },
      'plan',
      'tale.epub',
      '--language',
      'de',
      '--voice',
      'flite:kal',
    );
    expect(stderr).toContain("Warning: The voice 'flite:kal' does not speak German (de), the language of the text.");
  });

  it('names the source and the day of a price of the vendor', async () => {
    const polly = { TTS_PROVIDER: 'polly', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' };
    const { stdout } = await runIn(polly, 'plan', 'tale.epub', '--voice', 'Joanna', '--language-switch', 'off');
    expect(stdout).toMatch(/polly\/neural: \$16 per million characters \(https:\/\/aws\S+, \d{4}-\d\d-\d\d\)/u);
  });
});

describe('--dry-run', () => {
  it('prints the plan and writes nothing', async () => {
    const before = openai.requests.length;
    const { stdout, code } = await run('convert', 'tale.epub', '-o', 'x.mp3', '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ chapters: [{}, {}, {}], provider: 'openai' });
    expect(openai.requests.length).toBe(before);
    await expect(readFile(path.join(folder, 'x.mp3'))).rejects.toThrow('ENOENT');
  });
});

describe('--max-cost', () => {
  it('refuses to start above it', async () => {
    const before = openai.requests.length;
    const { code, stderr } = await run('convert', 'tale.epub', '--max-cost', '2.5');
    expect(code).toBe(2);
    expect(stderr).toMatch(/would cost about \$\d\.\d\d, more than the limit of \$2\.50\. Choose fewer chapters/u);
    expect(openai.requests.length).toBe(before);
    expect(await run('plan', 'tale.epub', '--max-cost', '2.5')).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^Cost +about/mu),
    });
    const fewer = ['--chapters', '1', '--loudness', 'off'];
    expect(await run('convert', 'tale.epub', '--max-cost', '2.5', ...fewer, '-q')).toMatchObject({ code: 0 });
  });

  it('refuses to start when the price is not known', async () => {
    const { code, stderr } = await runIn({ TTS_PRICES: '' }, 'convert', 'tale.epub', '--max-cost', '5');
    expect(code).toBe(2);
    expect(stderr).toContain('the price of openai/tts-1 is not known. Set TTS_PRICES');
    expect(await run('convert', 'tale.epub', '--max-cost', 'much')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Invalid cost 'much'. Expected an amount in US dollars"),
    });
  });

  it('stops before a script that turns out longer goes over it', async () => {
    const { price } = await planOf('--task', 'lecture', '--model', 'tiny');
    const limit = (price.total ?? 0) * 1.02;
    await using longer = await startOllamaServer({
      reply: ({ messages }) => {
        const text = /^<text>\n(.*)\n<\/text>$/msu.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
        return text.replaceAll(/In year \d+ the ferry crossed/gu, '$& and, as we remember, once more crossed');
      },
    });
    const before = openai.requests.length;
    const args = ['audiobook', 'tale.epub', '--task', 'lecture', '--model', 'tiny', '--max-cost', limit.toFixed(2)];
    const { code, stderr } = await runIn({ OLLAMA_API_URL: longer.url }, ...args);
    expect(stderr).toMatch(/Stopped at \$\d\.\d\d: the next request would go over the limit/u);
    expect(code).toBe(2);
    const sent = openai.requests.slice(before).map(({ body }) => String(body['input']));
    expect(sent.join('').length / 1000).toBeLessThanOrEqual(limit);
    expect(sent.length).toBeGreaterThan(3);
  });
});
