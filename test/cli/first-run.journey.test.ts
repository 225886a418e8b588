import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askYesOrNo } from '../../src/cli/ask/ask.ts';
import type { ProcessContext } from '../../src/cli/process-context.ts';
import { engineMayRun } from '../../src/speech/natural/engine/engine-state.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { runCli } from '../helpers/run-cli.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { smallModel } from '../helpers/small-models.ts';
import { startFileServer } from '../helpers/servers/file-server.ts';
import type { FileServer } from '../helpers/servers/file-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { writeTinyModel } from '../helpers/tiny-voices/tiny-models.ts';

const question = 'Download it now?';
/** Before the question, the beginning of a file is asked for once. */
const lineMeasured = 1;
/** Wide enough for each message to stay in one line. */
const columns = 400;
/** No voice that comes along speaks German. */
const convert = ['convert', 'small.epub', '--max-chapters', '1', '--language', 'de'];
/** Ends after the question, before anything is spoken. */
const refused = ['convert', 'small.epub', '--chapters', '99', '--language', 'de'];

describe.skipIf(isProgramMissing('script'))('the first run on a terminal', () => {
  it('offers a natural voice, and speaks with it after a yes', async () => {
    const { folder, server, environment } = await setUp();
    const { code, screen } = await runOnTerminal(convert, {
      folder,
      columns,
      environment,
      answers: { [question]: 'y\r' },
    });
    expect([code, screen]).toEqual([
      0,
      expect.stringContaining('is a natural voice for German that speaks on this machine'),
    ]);
    expect(screen).toMatch(/a download of \d+ kB, about 5 s on this line, licence CC0-1\.0 \(http:\/\//u);
    expect(screen).toContain('Installed Small model.');
    expect(screen).toContain('Voice: supertonic:Una');
    expect(server.requests.length).toBeGreaterThan(0);
    expect(await readdir(folder)).toContain('small.mp3');
    const again = await runOnTerminal([...convert, '--force'], { folder, columns, environment });
    expect(again.screen).not.toContain(question);
  });

  it('goes on with the plain voice after a no, and never asks again', async () => {
    const { folder, server, environment } = await setUp();
    const { code, screen } = await runOnTerminal(convert, {
      folder,
      columns,
      environment,
      answers: { [question]: 'n\r' },
    });
    expect([code, screen]).toEqual([
      0,
      expect.stringMatching(/'audiobook voices install supertonic' installs the natural one\./u),
    ]);
    expect(screen).toContain('Voice: espeak:de, a plain one. For a natural one: audiobook voices install supertonic');
    const declined = await readFile(path.join(folder, 'data/declined-voices.json'), 'utf8');
    expect(JSON.parse(declined)).toEqual({ declined: ['small-model'] });
    const again = await runOnTerminal(convert, { folder, columns, environment });
    expect([again.code, again.screen]).toEqual([0, expect.not.stringContaining(question)]);
    expect(server.requests).toHaveLength(lineMeasured);
  });

  it('does not ask for what cannot be downloaded, and makes the book', async () => {
    const { folder, server, environment } = await setUp();
    server.faults.push({ status: 503 });
    const { code, screen } = await runOnTerminal(convert, { folder, columns, environment });
    expect([code, screen]).toEqual([0, expect.not.stringContaining(question)]);
    expect(screen).toMatch(
      /a natural voice for German, cannot be downloaded now: .* status 503\. A plain voice speaks\./u,
    );
  });

  it('makes the book with the plain voice when the download fails', async () => {
    const { folder, server, environment } = await setUp();
    server.faults.push(undefined, { status: 404 });
    const { code, screen } = await runOnTerminal(convert, {
      folder,
      columns,
      environment,
      answers: { [question]: 'y\r' },
    });
    expect([code, screen]).toEqual([0, expect.stringContaining('Small model is not installed: There is no file at')]);
    expect(screen).toContain('Voice: espeak:de, a plain one.');
    expect(await readdir(folder)).toContain('small.mp3');
  });

  it('asks for the acceptance of a licence that restricts the use', async () => {
    const { folder, server, environment } = await setUp({ restrictions: 'Say that it is a machine.' });
    const answers = { 'Accept the licence and download it now?': '\r' };
    const { code, screen } = await runOnTerminal(refused, { folder, columns, environment, answers });
    expect([code, screen]).toEqual([2, expect.stringContaining('Say that it is a machine.')]);
    expect(server.requests).toHaveLength(lineMeasured);
  });

  it('ends on Ctrl-C at the question', async () => {
    const { folder, server, environment } = await setUp();
    const { code } = await runOnTerminal(convert, { folder, columns, environment, answers: { [question]: '\u0003' } });
    expect(code).toBe(130);
    expect(server.requests).toHaveLength(lineMeasured);
    expect(await readdir(folder)).not.toContain('small.mp3');
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['--yes', ['--yes'], {}],
    ['--quiet', ['--quiet'], {}],
    ['a provider', ['--provider', 'embedded'], {}],
    ['a voice', ['--voice', 'flite:slt'], {}],
    ['TTS_PROVIDER', [], { TTS_PROVIDER: 'embedded' }],
    ['CI', [], { CI: 'true' }],
  ])('asks and downloads nothing with %s', async (_name, flags, more) => {
    const { folder, server, environment } = await setUp();
    const options = { folder, environment: { ...environment, ...more } };
    const run = await runOnTerminal([...refused, ...flags], options);
    expect([run.code, run.screen]).toEqual([2, expect.not.stringContaining(question)]);
    expect(server.requests).toEqual([]);
  });
});

describe.skipIf(!engineMayRun() || isProgramMissing('script'))('the voice that comes along', () => {
  it('is chosen for its languages on a terminal without a question', async () => {
    const { folder, server, environment } = await setUp();
    const english = await runOnTerminal(['convert', 'small.epub', '--chapters', '99'], {
      folder,
      columns,
      environment,
    });
    expect([english.code, english.screen]).toEqual([2, expect.not.stringContaining(question)]);
    const planned = await runCli(['plan', 'small.epub', '--json'], { folder, environment });
    expect(JSON.parse(planned.stdout)).toMatchObject({ voices: { en: 'kokoro:af_heart' } });
    expect(server.requests).toEqual([]);
  });
});

describe('a run without a terminal', () => {
  it('asks and downloads nothing, and advises in one line', async () => {
    const { folder, server, environment } = await setUp();
    const { code, stderr } = await runCli(convert, { folder, environment });
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('voices install'))).toEqual([
      'Voice: espeak:de, a plain one. For a natural one: audiobook voices install supertonic',
    ]);
    expect(server.requests).toEqual([]);
  });
});

describe('a question at the terminal', () => {
  it('without an answer ends after its time', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const context = { stdin: input, stderr: output, signal: new AbortController().signal } as unknown as ProcessContext;
    expect(await askYesOrNo(context, { message: 'Well?', default: true, timeoutMs: 200 })).toBeUndefined();
  });
});

interface SetUp {
  readonly folder: string;
  readonly server: FileServer;
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns a folder with a book, and a catalogue whose best German model is a tiny one. */
async function setUp(options: { readonly restrictions?: string } = {}): Promise<SetUp> {
  const folder = await temporaryFolder();
  await writeBook(folder, smallBook);
  const tiny = path.join(folder, 'tiny');
  await mkdir(tiny);
  await writeTinyModel(tiny, { kind: 'supertonic', speakers: 1 });
  const files: Record<string, Buffer> = {};
  for (const name of await readdir(tiny)) files[name] = await readFile(path.join(tiny, name));
  const served: Record<string, Buffer> = {};
  const server = await startFileServer(served);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const made = smallModel(server.url, { kind: 'supertonic', language: 'de', files, ...options });
  Object.assign(served, made.served);
  const catalog = path.join(folder, 'catalog.json');
  await writeFile(catalog, JSON.stringify({ models: [made.model] }));
  const data = path.join(folder, 'data');
  const environment = { AUDIOBOOK_VOICE_CATALOG: catalog, AUDIOBOOK_DATA_DIR: data, EMBEDDED_VOICE: '' };
  return { folder, server, environment };
}
