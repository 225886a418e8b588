import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPng } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { mountDisk } from '../helpers/mount-disk.ts';
import type { CliResult } from '../helpers/run-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { textIn, unzip } from '../helpers/unzip.ts';

const french: Readonly<Record<string, string>> = { Morning: 'Matin', Noon: 'Midi', Night: 'Nuit' };

let kokoro: KokoroServer;
let ollama: OllamaServer;

beforeAll(async () => {
  kokoro = await startKokoroServer();
  ollama = await startOllamaServer({
    reply: (chat) =>
      givenText(chat).replaceAll(/^(\[\d+\]) (.*)$/gmu, (_line, number: string, english: string) =>
        [number, french[english] ?? 'La bouilloire chantait avant les oiseaux du matin.'].join(' '),
      ),
  });
});

afterAll(async () => {
  await kokoro[Symbol.asyncDispose]();
  await ollama[Symbol.asyncDispose]();
});

async function run(folder: string, ...argv: readonly string[]): Promise<CliResult> {
  const environment = {
    KOKORO_API_URL: `${kokoro.url}/v1`,
    TTS_PROVIDER: 'kokoro',
    AUDIOBOOK_PREFLIGHT: 'off',
    OLLAMA_API_URL: ollama.url,
  };
  return await inProcessCli(argv, { folder, environment });
}

function refused(name: string): Partial<CliResult> {
  return { code: 2, stderr: expect.stringMatching(new RegExp(`${name} exists and was not made from this book`, 'u')) };
}

const translated = [
  'convert',
  'small.epub',
  '--translate',
  'fr',
  '--model',
  'tiny',
  '--layout',
  'chapters',
  '-o',
  'out',
];

describe('a foreign file under the name of a chapter whose title is translated', () => {
  it('is found when the title is known, before the chapter is spoken', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await mkdir(path.join(folder, 'out'));
    await writeFile(path.join(folder, 'out/001 - Matin.mp3'), 'dear to me');
    const asked = kokoro.requests.length;
    expect(await run(folder, ...translated)).toMatchObject(refused('001 - Matin.mp3'));
    expect(kokoro.requests.length).toBe(asked);
    expect(await readFile(path.join(folder, 'out/001 - Matin.mp3'), 'utf8')).toBe('dear to me');
  });

  it('is found before the first request when the scripts are kept', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    expect(await run(folder, ...translated)).toMatchObject({ code: 0 });
    await writeFile(path.join(folder, 'out/003 - Nuit.mp3'), 'dear to me');
    await rm(path.join(folder, 'cache'), { recursive: true });
    const asked = [kokoro.requests.length, ollama.chats.length];
    expect(await run(folder, ...translated)).toMatchObject(refused('003 - Nuit.mp3'));
    expect([kokoro.requests.length, ollama.chats.length]).toEqual(asked);
  });

  it('is left alone under a name that is translated, and the read-along has the pictures of the book', async () => {
    const folder = await temporaryFolder();
    const documents = smallBook.documents.map(({ body = '', ...document }, index) => ({
      ...document,
      body: index === 1 ? body.replace('</p>', '</p><p><img src="a.png" alt="The mill"/></p>') : body,
    }));
    await writeBook(folder, { ...smallBook, documents, entries: [{ name: 'OEBPS/a.png', data: tinyPng }] });
    await mkdir(path.join(folder, 'out'));
    await writeFile(path.join(folder, 'out/001 - Morning.mp3'), 'dear to me');
    expect(await run(folder, ...translated, '--read-along')).toMatchObject({ code: 0 });
    expect(await readFile(path.join(folder, 'out/001 - Morning.mp3'), 'utf8')).toBe('dear to me');
    const page = textIn(await unzip(path.join(folder, 'out.read-along.epub')), 'OEBPS/text/chapter-002.xhtml');
    expect(page.match(/Midi|La bouilloire|The mill/gu)).toEqual([
      'Midi',
      'Midi',
      'La bouilloire',
      'The mill',
      'La bouilloire',
    ]);
  });
});

describe('a foreign file under the name of a part', () => {
  it.each([
    ['x - Part 2.m4b', 'convert', []],
    ['x - Part 3.srt', 'convert', ['--subtitles', 'srt']],
    ['x - Part 1.m4b', 'audiobook', ['--task', 'direct']],
  ] as const)('is found before the first request: %s', async (name, command, flags) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await writeFile(path.join(folder, name), 'dear to me');
    const argv = [command, 'small.epub', '-o', 'x.m4b', '--max-part', '5s', ...flags];
    const asked = kokoro.requests.length;
    expect(await run(folder, ...argv)).toMatchObject(refused(name));
    expect(kokoro.requests.length).toBe(asked);
    expect(await run(folder, ...argv.filter((flag) => flag !== '--max-part' && flag !== '5s'))).toMatchObject({
      code: 0,
    });
    expect(await readFile(path.join(folder, name), 'utf8')).toBe('dear to me');
  });
});

describe('a disk that is too small', () => {
  it('for the speech in the store is noticed before the first request of a narration', async ({ skip }) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await mkdir(path.join(folder, 'cache'));
    if (!mountDisk(path.join(folder, 'cache'), '64k')) skip();
    const asked = kokoro.requests.length;
    const { code, stderr } = await run(folder, 'audiobook', 'small.epub', '--task', 'direct', '-o', 'x.m4b');
    expect([code, stderr]).toEqual([7, expect.stringMatching(/disk of .*cache\S*: the run needs about 0\.\d MB/u)]);
    expect(kokoro.requests.length).toBe(asked);
  });

  it('is large enough for speech that is stored', async ({ skip }) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await mkdir(path.join(folder, 'cache'));
    if (!mountDisk(path.join(folder, 'cache'), '1200k')) skip();
    const argv = ['audiobook', 'small.epub', '--task', 'direct', '-o', 'x.m4b'];
    expect(await run(folder, ...argv)).toMatchObject({ code: 0 });
    await writeFile(path.join(folder, 'cache', 'rest'), Buffer.alloc(1_200_000)).catch(() => undefined);
    expect(await run(folder, ...argv)).toMatchObject({ code: 0 });
  });

  it('for a chapter that ACX needs uncompressed is noticed before the first request', async ({ skip }) => {
    const folder = await temporaryFolder();
    const body = `<h1>Long</h1><p>${'The kettle sang before the birds did. '.repeat(60)}</p>`;
    await writeBook(folder, { ...smallBook, documents: [{ path: 'one.xhtml', title: 'Long', body }] });
    await mkdir(path.join(folder, 'disk'));
    // The speech is about 2 minutes: 2 MB of MP3, twice at the end, and 4 MB of PCM before.
    if (!mountDisk(path.join(folder, 'disk'), '5m')) skip();
    const asked = kokoro.requests.length;
    const { code, stderr } = await run(folder, 'convert', 'small.epub', '--acx', '-o', 'disk/out');
    expect([code, stderr]).toEqual([7, expect.stringMatching(/needs about [67]\.\d MB, and 5\./u)]);
    expect(kokoro.requests.length).toBe(asked);
    expect(await readdir(path.join(folder, 'disk'))).toEqual([]);
  });
});
