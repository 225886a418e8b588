import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import type { NarrationReport } from '../../src/pipeline/script/script-gaps.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import type { EpubOptions } from '../helpers/epub-builder.ts';
import { directionReply } from '../helpers/directing-model.ts';
import { talk } from '../helpers/narration-book.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaChat, OllamaOptions, OllamaServer } from '../helpers/servers/ollama-server.ts';
import { shortBook, smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { textIn, unzip } from '../helpers/unzip.ts';

const sentences = (chapter: number): string =>
  Array.from(
    { length: 4 },
    (_, index) =>
      `In year ${chapter * 20 + index} the ferry crossed the wide river without a single passenger aboard at all.`,
  ).join(' ');

/** Two chapters with dialogue. */
const tale: EpubOptions = {
  ...smallBook,
  documents: [1, 2].map((number) => ({
    path: `${number}.xhtml`,
    title: `Crossing ${number}`,
    body: `<h1>Crossing ${number}</h1><p>${sentences(number)}</p>${talk(number)
      .map((text) => `<p>${text}</p>`)
      .join('')}`,
  })),
};

const french: Readonly<Record<string, string>> = {
  Morning: 'Matin',
  'The kettle sang before the birds did.': 'La bouilloire chantait avant les oiseaux.',
  'No one else was awake to hear it.': 'Personne d’autre n’était réveillé pour l’entendre.',
  Noon: 'Midi',
  'At noon the mill stopped, and the miller slept.': 'À midi le moulin s’arrêta et le meunier dormit.',
  'The river did not mind.': 'La rivière ne s’en souciait pas.',
  Night: 'Nuit',
  'Lamps were lit along the quay, one by one.': 'On alluma les lampes le long du quai, une par une.',
  'Then it was quiet.': 'Puis ce fut le silence.',
};

/** Every numbered paragraph in French. */
function inFrench(text: string): string {
  return text.replaceAll(
    /^(\[\d+\]) (.*)$/gmu,
    (_line, number: string, english: string) => `${number} ${french[english]}`,
  );
}

/** Directs where it is asked to, and otherwise gives the text back. */
function reply(chat: OllamaChat): string {
  return directionReply(chat) ?? givenText(chat);
}

async function server(options: OllamaOptions = {}): Promise<OllamaServer> {
  const started = await startOllamaServer({ reply, ...options });
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

/** Servers of a language model and of speech. The cast may have voices that the program installs, which take long to speak. */
async function services() {
  const [ollama, speech] = [await server(), await startKokoroServer()];
  onTestFinished(() => speech[Symbol.asyncDispose]());
  const environment = { OLLAMA_API_URL: ollama.url, KOKORO_API_URL: `${speech.url}/v1`, TTS_PROVIDER: 'kokoro' };
  return { ollama, environment };
}

async function report(folder: string, output = 'tale.m4b'): Promise<ConversionReport> {
  return JSON.parse(await readFile(path.join(folder, `${output}.report.json`), 'utf8')) as ConversionReport;
}

describe('audiobook audiobook', () => {
  it('directs with a local model, speaks into an M4B, and asks nothing twice', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, tale, 'tale.epub');
    const { ollama, environment } = await services();
    const args = ['audiobook', 'tale.epub', '--model', 'tiny', '--seed', '7', '-q'];
    const first = await inProcessCli(args, { folder, environment });
    expect(first).toEqual({ code: 0, stdout: '', stderr: '' });
    const asked = ollama.chats.length;
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(ollama.chats[0]?.options).toMatchObject({ seed: 7, temperature: 0 });
    const made = await report(folder);
    expect(made.narration).toMatchObject({
      task: 'audiobook',
      chapters: [
        { number: 1, track: 1, origin: 'directed' },
        { number: 2, track: 2, origin: 'directed' },
      ],
    });
    expect(made.direction).toMatchObject({ model: 'ollama/tiny', operations: { who: 4 }, changes: [] });
    const scripts = await readdir(path.join(folder, 'tale.m4b.audiobook', 'scripts'));
    expect(scripts.filter((name) => name.endsWith('.md')).toSorted()[0]).toMatch(/^001 - Crossing 1/u);
    const again = await inProcessCli([...args, '--json'], { folder, environment });
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toEqual({ ...made, unchanged: true });
    const retitled = await inProcessCli([...args, '--meta', 'title=Ferries', '--json'], { folder, environment });
    expect(JSON.parse(retitled.stdout)).toMatchObject({ retagged: true, narration: made.narration });
    const other = await inProcessCli([...args, '--bitrate', '48k'], { folder, environment });
    expect(other.code).toBe(0);
    expect(ollama.chats).toHaveLength(asked);
    expect((await report(folder)).segments.spoken).toBe(0);
  });

  it('says before what the model will be asked for and reports what it was, with the cost', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, tale, 'tale.epub');
    const ollama = await server();
    const environment = { OLLAMA_API_URL: ollama.url, LLM_PRICES: 'api:claude=3/15, tiny=1/2' };
    const args = ['audiobook', 'tale.epub', '--model', 'tiny', '--scripts-only', '--json'];
    const first = await inProcessCli(args, { folder, environment });
    expect(first.stderr).toMatch(/Language model: about \d requests, [\d,]+ tokens in, [\d,]+ out, cost 0\.0\d/u);
    const { usage } = JSON.parse(first.stdout) as NarrationReport;
    expect(usage).toMatchObject({ requests: ollama.chats.length, completionTokens: expect.any(Number) });
    expect(usage.cost).toBeCloseTo((usage.promptTokens + 2 * usage.completionTokens) / 1e6, 4);
    const again = await inProcessCli(args, { folder, environment });
    expect(again.stderr).not.toContain('Language model: about');
    expect(JSON.parse(again.stdout)).toMatchObject({ usage: { requests: 0 } });
    const bad = await inProcessCli(args, { folder, environment: { ...environment, LLM_PRICES: 'tiny=free' } });
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining("Invalid LLM_PRICES 'tiny=free'") });
  });

  it('speaks an edited script unchanged', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, tale, 'tale.epub');
    const { environment } = await services();
    const args = ['audiobook', 'tale.epub', '--model', 'tiny'];
    const scripts = await inProcessCli([...args, '--scripts-only'], { folder, environment });
    expect(scripts.code).toBe(0);
    const [file = ''] = scripts.stdout.split('\n');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/\n---\n[\s\S]*$/u, '\n---\n\nOnly this is spoken now.\n'));
    const { code } = await inProcessCli([...args, '--max-chapters', '1'], { folder, environment });
    expect(code).toBe(0);
    const made = await report(folder);
    expect(made.narration?.chapters).toMatchObject([{ origin: 'edited' }]);
    expect(made.words).toBe(5);
  });

  it('translates before it speaks when asked to, and speaks the other language', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, smallBook, 'tale.epub');
    const ollama = await server({ reply: (chat) => inFrench(givenText(chat)) });
    const environment = { OLLAMA_API_URL: ollama.url };
    const timed = ['--subtitles', 'vtt', '--read-along'];
    const args = ['convert', 'tale.epub', '--translate', 'French', '--model', 'tiny', '-q', ...timed];
    expect(await inProcessCli(args, { folder, environment })).toMatchObject({ code: 0, stderr: '' });
    const made = await report(folder, 'tale.mp3');
    expect(made).toMatchObject({ language: 'fr', narration: { task: 'direct', translatedInto: 'fr' }, complete: true });
    expect(made.voice).toMatch(/^espeak:fr/u);
    expect(made.chapters.map(({ title }) => title)).toEqual(['Matin', 'Midi', 'Nuit']);
    const cues = await readFile(path.join(folder, 'tale.vtt'), 'utf8');
    expect(cues).toContain('NOTE Language: fr\n');
    const readAlong = await unzip(path.join(folder, 'tale.read-along.epub'));
    const pages = [1, 2, 3].map((number) => textIn(readAlong, `OEBPS/text/chapter-00${number}.xhtml`)).join('');
    expect(pages).toContain('lang="fr"');
    for (const sentence of Object.values(french)) {
      expect(cues.replaceAll('\n', ' ')).toContain(sentence);
      expect(pages).toContain(`>${sentence}</span>`);
    }
  });

  it('reads each sentence in both languages, with a voice of each, and shows both', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook, 'tale.epub');
    const ollama = await server({ reply: (chat) => inFrench(givenText(chat)) });
    const environment = { OLLAMA_API_URL: ollama.url };
    const args = ['convert', 'tale.epub', '--bilingual', '--model', 'tiny', '-q', '--read-along'];
    const alone = await inProcessCli(args, { folder, environment });
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--bilingual needs --translate') });
    expect(await inProcessCli([...args, '--translate', 'fr'], { folder, environment })).toMatchObject({ code: 0 });
    const made = await report(folder, 'tale.mp3');
    expect(made.voices).toMatchObject({ fr: expect.stringMatching(/^espeak:fr/u), en: expect.any(String) });
    const page = textIn(await unzip(path.join(folder, 'tale.read-along.epub')), 'OEBPS/text/chapter-001.xhtml');
    const both = Object.entries(french).slice(1, 3).flat();
    const places = both.map((sentence) => page.indexOf(`>${sentence}</span>`));
    expect(places).toEqual(places.filter((place) => place > 0).toSorted((a, b) => a - b));
  });

  it('shows a translation, also when most of the text stays', async () => {
    const folder = await temporaryFolder();
    const own = ['1914, 1915.', '1916, 1917.', '1918, 1919.', '1920, 1921.'];
    const [english = '', translated = ''] = Object.entries(french)[1] ?? [];
    const body = [...own, english].map((text) => `<p>${text}</p>`).join('');
    await writeBook(folder, { ...smallBook, documents: [{ path: 'a.xhtml', title: 'Morning', body }] }, 'tale.epub');
    const ollama = await server({ reply: (chat) => inFrench(givenText(chat)) });
    const args = ['convert', 'tale.epub', '--translate', 'French', '--model', 'tiny', '-q', '--read-along'];
    expect(await inProcessCli(args, { folder, environment: { OLLAMA_API_URL: ollama.url } })).toMatchObject({
      code: 0,
    });
    const page = textIn(await unzip(path.join(folder, 'tale.read-along.epub')), 'OEBPS/text/chapter-001.xhtml');
    for (const sentence of [...own, translated]) expect(page).toContain(`>${sentence}</span>`);
  });

  it('does not translate a book into its own language under another code', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, { ...smallBook, language: 'nb' }, 'tale.epub');
    const ollama = await server();
    const args = ['convert', 'tale.epub', '--translate', 'no', '--model', 'tiny'];
    const result = await inProcessCli(args, { folder, environment: { OLLAMA_API_URL: ollama.url } });
    expect(result).toMatchObject({ code: 0 });
    expect(result.stderr).toContain('The book is already in Norwegian and is not translated.');
    expect(ollama.chats).toEqual([]);
    expect(await report(folder, 'tale.mp3')).toMatchObject({
      language: 'nb',
      voice: expect.stringMatching(/^espeak:(?:nb|no)/u),
    });
  });

  it.each([
    ['a model that is not installed', ['--model', 'huge'], 5, /ollama pull huge/u],
    ['no model at all', ['--task', 'summary'], 2, /--model/u],
    ['an unknown task', ['--task', 'opera', '--model', 'tiny'], 2, /opera.*audiobook/u],
    ['a missing prompt file', ['--prompt-file', 'none.md', '--model', 'tiny'], 3, /none\.md/u],
    ['an unknown language', ['--translate', 'Klingonese', '--model', 'tiny'], 2, /Klingonese/u],
  ])('refuses %s before anything is spoken', async (_what, flags, code, says) => {
    const folder = await temporaryFolder();
    await writeBook(folder, tale, 'tale.epub');
    const ollama = await server();
    const environment = { OLLAMA_API_URL: ollama.url };
    const result = await inProcessCli(['audiobook', 'tale.epub', '-q', ...flags], { folder, environment });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(says);
  });
});

describe('audiobook prompts', () => {
  it('lists, shows and validates prompts', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'short.md'), 'Read it.');
    const list = await inProcessCli(['prompts', 'list'], { folder });
    expect(list.stdout.split('\n')).toContain('podcast');
    const shown = await inProcessCli(['prompts', 'show', 'audiobook'], { folder });
    expect(shown.stdout.length).toBeGreaterThan(200);
    const judged = await inProcessCli(['prompts', 'validate', 'short.md'], { folder });
    expect(judged).toMatchObject({ code: 2, stdout: 'Prompt is too short. Minimum 10 characters required.\n' });
  });
});
