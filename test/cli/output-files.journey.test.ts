import { cp, link, mkdir, readFile, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ConversionReport } from '../../src/pipeline/report/report.ts';
import { processPlace } from '../../src/core/process/process-alive.ts';
import { picture } from '../audio/pictures.ts';
import { tinyPng } from '../helpers/epub-builder.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { mountDisk } from '../helpers/mount-disk.ts';
import type { CliResult } from '../helpers/run-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { shortBook, smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let kokoro: KokoroServer;

beforeAll(async () => {
  kokoro = await startKokoroServer();
});

afterAll(async () => {
  await kokoro[Symbol.asyncDispose]();
});

async function run(folder: string, ...argv: readonly string[]): Promise<CliResult> {
  const environment = { KOKORO_API_URL: `${kokoro.url}/v1`, TTS_PROVIDER: 'kokoro', AUDIOBOOK_PREFLIGHT: 'off' };
  return await inProcessCli(argv, { folder, environment });
}

/** Names of all files, without those of the cache. */
async function list(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => !name.startsWith('cache')).toSorted();
}

const otherBook = { ...shortBook, title: 'Another Book' };

interface Case {
  readonly argv: readonly string[];
  /** The file that must stay. Default: the book. */
  readonly victim?: string;
  /** Name of the book. */
  readonly book?: string;
  readonly prepare?: (folder: string) => Promise<void>;
}

const ownFiles: readonly Case[] = [
  { argv: ['cover', 'small.epub', '-o', 'small.epub'] },
  { argv: ['text', 'small.epub', '-o', 'small.epub', '--force'] },
  { argv: ['convert', 'small.epub', '--format', 'mp3', '-o', 'small.epub'] },
  { argv: ['convert', 'x.mp3', '--force'], book: 'x.mp3' },
  { argv: ['convert', 'a.read-along.epub', '--read-along', '-o', 'a.mp3'], book: 'a.read-along.epub' },
  { argv: ['convert', 'x.mp3.report.json', '-o', 'x.mp3'], book: 'x.mp3.report.json' },
  { argv: ['convert', 'x.srt', '-o', 'x.mp3', '--subtitles', 'srt'], book: 'x.srt' },
  { argv: ['convert', 'x.wav', '-o', 'x.mp3', '--keep-wav'], book: 'x.wav' },
  {
    argv: ['convert', 'out/001 - Morning.mp3', '-o', 'out', '--layout', 'chapters', '--force'],
    book: 'out/001 - Morning.mp3',
    prepare: async (folder) => await mkdir(path.join(folder, 'out')),
  },
  {
    argv: ['convert', 'small.epub', '-o', 'link.mp3'],
    prepare: async (folder) => await symlink('small.epub', path.join(folder, 'link.mp3')),
  },
  {
    argv: ['convert', 'link.epub', '-o', 'hard.mp3'],
    prepare: async (folder) => {
      await symlink('small.epub', path.join(folder, 'link.epub'));
      await writeFile(path.join(folder, 'seed'), '');
    },
    victim: 'small.epub',
  },
  {
    argv: ['convert', 'small.epub', '-o', 'x.mp3', '--cover', 'x.mp3'],
    victim: 'x.mp3',
    prepare: async (folder) => await writeFile(path.join(folder, 'x.mp3'), 'a picture'),
  },
  {
    argv: ['convert', 'small.epub', '-o', 'out', '--layout', 'chapters', '--cover', 'out/cover.jpg', '--force'],
    victim: 'out/cover.jpg',
    prepare: async (folder) => {
      await mkdir(path.join(folder, 'out'));
      await writeFile(path.join(folder, 'out/cover.jpg'), tinyPng);
    },
  },
  {
    argv: ['audiobook', 'small.epub', '-o', 'x.m4b', '--prompt-file', 'x.m4b'],
    victim: 'x.m4b',
    prepare: async (folder) => await writeFile(path.join(folder, 'x.m4b'), 'a prompt'),
  },
];

describe('an output that is a file of the input', () => {
  it.each(ownFiles)('is refused: $argv', async ({ argv, book = 'small.epub', victim = book, prepare }) => {
    const folder = await temporaryFolder();
    await prepare?.(folder);
    await writeBook(folder, { ...smallBook, cover: { bytes: await picture('png') } }, book);
    if (argv.includes('hard.mp3')) await link(path.join(folder, book), path.join(folder, 'hard.mp3'));
    const before = await readFile(path.join(folder, victim));
    const asked = kokoro.requests.length;
    const result = await run(folder, ...argv);
    expect([result.code, result.stdout, result.stderr]).toEqual([2, '', expect.stringContaining('Cannot write')]);
    expect((await readFile(path.join(folder, victim))).equals(before)).toBe(true);
    expect(kokoro.requests.length).toBe(asked);
  });
});

describe('an output that is not a regular file', () => {
  const targets: readonly (readonly [string, readonly string[], string])[] = [
    ['a device', ['-o', 'null', '--format', 'mp3'], 'regular file'],
    ['standard output, for M4B', ['-o', '-', '--format', 'm4b'], 'mp3, opus, aac, wav on standard output'],
    ['standard output by its path', ['-o', '/dev/stdout', '--format', 'flac'], 'on standard output'],
    ['a folder', ['-o', 'folder', '--format', 'mp3'], '--layout chapters'],
    ['a folder without a format', ['-o', 'folder'], '--layout chapters'],
  ];

  it.each(targets)('is refused for audio: %s', async (_name, flags, message) => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await symlink('/dev/null', path.join(folder, 'null'));
    await mkdir(path.join(folder, 'folder'));
    const before = await list(folder);
    const result = await run(folder, 'convert', 'small.epub', ...flags);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await list(folder)).toEqual(before);
    expect(await readlink(path.join(folder, 'null'))).toBe('/dev/null');
  });

  it('takes text: a device, standard output and a link', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await symlink('/dev/null', path.join(folder, 'null'));
    await symlink('library/small.txt', path.join(folder, 'link.txt'));
    await mkdir(path.join(folder, 'library'));
    expect(await run(folder, 'text', 'small.epub', '-o', 'null')).toMatchObject({ code: 0, stdout: '' });
    expect(await readlink(path.join(folder, 'null'))).toBe('/dev/null');
    for (const output of ['-', '/dev/stdout']) {
      const { stdout } = await run(folder, 'text', 'small.epub', '-o', output);
      expect(stdout).toContain('The kettle sang');
    }
    await run(folder, 'text', 'small.epub', '-o', 'link.txt');
    expect(await readFile(path.join(folder, 'library/small.txt'), 'utf8')).toContain('The kettle sang');
    expect(await list(folder)).toEqual(['library', 'library/small.txt', 'link.txt', 'null', 'small.epub']);
  });

  it('follows a link to the audio', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await mkdir(path.join(folder, 'library'));
    await symlink('library/tale.mp3', path.join(folder, 'link.mp3'));
    for (const _run of [1, 2]) {
      expect(await run(folder, 'convert', 'small.epub', '-o', 'link.mp3')).toMatchObject({ code: 0 });
      expect(await readlink(path.join(folder, 'link.mp3'))).toBe('library/tale.mp3');
      expect((await readFile(path.join(folder, 'library/tale.mp3'))).subarray(0, 3).toString()).toBe('ID3');
    }
  });
});

const refused = (file: string): CliResult => ({
  code: 2,
  stdout: '',
  stderr: expect.stringContaining(`${file} exists and was not made from this book. Use --force to replace it.`),
});

describe('an existing output', () => {
  it('is replaced when it was made from the same book, also after a move or as another format', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'first'));
    await writeBook(folder, shortBook);
    const flags = ['--subtitles', 'srt', '--read-along', '--keep-wav'];
    expect(await run(folder, 'convert', 'small.epub', '-o', 'first/a.mp3', ...flags)).toMatchObject({ code: 0 });
    expect(await run(folder, 'convert', 'small.epub', '-o', 'first/a.m4b', ...flags)).toMatchObject({ code: 0 });
    await rename(path.join(folder, 'first'), path.join(folder, 'second'));
    await rename(path.join(folder, 'small.epub'), path.join(folder, 'renamed.epub'));
    expect(await run(folder, 'convert', 'renamed.epub', '-o', 'second/a.mp3', ...flags, '--fresh')).toMatchObject({
      code: 0,
    });
  });

  it('is refused when another book made it, with no request, and replaced with --force', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await writeBook(folder, otherBook, 'other.epub');
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3');
    const before = await readFile(path.join(folder, 'a.mp3'));
    const asked = kokoro.requests.length;
    expect(await run(folder, 'convert', 'other.epub', '-o', 'a.mp3')).toEqual(refused('a.mp3'));
    expect((await readFile(path.join(folder, 'a.mp3'))).equals(before)).toBe(true);
    expect(kokoro.requests.length).toBe(asked);
    expect(await run(folder, 'convert', 'other.epub', '-o', 'a.mp3', '--force')).toMatchObject({ code: 0 });
    expect((await readFile(path.join(folder, 'a.mp3'))).equals(before)).toBe(false);
  });

  it.each([
    ['x.mp3', []],
    ['x.srt', ['--subtitles', 'srt']],
    ['x.wav', ['--keep-wav']],
    ['x.read-along.epub', ['--read-along']],
    ['x.mp3.report.json', []],
    ['out/001 - Morning.mp3', ['--layout', 'chapters', '-o', 'out']],
  ] as const)('is refused when nothing tells who made it: %s', async (name, flags) => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await mkdir(path.join(folder, 'out'));
    await writeFile(path.join(folder, name), 'dear to me');
    const asked = kokoro.requests.length;
    expect(await run(folder, 'convert', 'small.epub', '-o', 'x.mp3', ...flags)).toEqual(refused(path.basename(name)));
    expect(await readFile(path.join(folder, name), 'utf8')).toBe('dear to me');
    expect(kokoro.requests.length).toBe(asked);
  });

  it('is refused when it was changed since it was made', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3');
    await writeFile(path.join(folder, 'a.mp3'), 'my own tags', { flag: 'a' });
    expect(await run(folder, 'convert', 'small.epub', '-o', 'a.mp3')).toEqual(refused('a.mp3'));
  });

  it('is known by the report of an earlier version', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3');
    const report = await readFile(path.join(folder, 'a.mp3.report.json'), 'utf8');
    const { output: _output, ...old } = JSON.parse(report) as ConversionReport;
    await rename(path.join(folder, 'a.mp3.report.json'), path.join(folder, 'a.report.json'));
    await writeFile(path.join(folder, 'a.report.json'), JSON.stringify(old));
    expect(await run(folder, 'convert', 'small.epub', '-o', 'a.mp3')).toMatchObject({ code: 0 });
  });

  it('is known when the run that made it was killed before its report', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3');
    const { book, output, files } = JSON.parse(await readFile(path.join(folder, 'a.mp3.report.json'), 'utf8'));
    await rm(path.join(folder, 'a.mp3.report.json'));
    const record = { process: '99999999', place: processPlace(), book, output, files };
    await writeFile(path.join(folder, '.a.mp3.run.json'), JSON.stringify(record));
    expect(await run(folder, 'convert', 'small.epub', '-o', 'a.mp3')).toMatchObject({ code: 0 });
    expect(await list(folder)).toEqual(['a.mp3', 'a.mp3.report.json', 'small.epub']);
  });

  it('of text or cover is replaced with --force alone, unless it has the same content', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    const text = ['text', 'small.epub', '-o', 'new/small.txt'];
    for (const _run of [1, 2]) expect(await run(folder, ...text)).toMatchObject({ code: 0 });
    await writeFile(path.join(folder, 'new/small.txt'), 'dear to me');
    expect(await run(folder, ...text)).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect(await readFile(path.join(folder, 'new/small.txt'), 'utf8')).toBe('dear to me');
    expect(await run(folder, ...text, '--force')).toMatchObject({ code: 0 });
  });
});

describe('the results of one book', () => {
  it('have a report each', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await run(folder, 'convert', 'small.epub', '-o', 'book.mp3');
    await run(folder, 'convert', 'small.epub', '-o', 'book.m4b');
    await run(folder, 'convert', 'small.epub', '-o', 'book', '--layout', 'chapters');
    const reports = (await list(folder)).filter((name) => name.endsWith('.report.json'));
    expect(reports).toEqual(['book.m4b.report.json', 'book.mp3.report.json', 'book.report.json']);
    for (const name of reports) {
      const report = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as ConversionReport;
      expect(report.output).toBe(path.join(folder, name.replace('.report.json', '')));
      expect(report.files.filter(({ kind }) => kind === 'audio')).toHaveLength(name === 'book.report.json' ? 3 : 1);
    }
  });

  it('are made in a new folder whose parent exists, which a failed run removes again', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    expect(await run(folder, 'convert', 'small.epub', '-o', 'new/a.mp3')).toMatchObject({ code: 0 });
    expect(await list(path.join(folder, 'new'))).toEqual(['a.mp3', 'a.mp3.report.json']);
    expect(await run(folder, 'convert', 'small.epub', '-o', 'bad/a.mp3', '--chapters', '9')).toMatchObject({ code: 2 });
    expect(await list(folder)).not.toContain('bad');
  });
});

describe('a run that makes fewer files than the one before', () => {
  it('removes the others of its own, and nothing else', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const chapters = ['convert', 'small.epub', '-o', 'out', '--layout', 'chapters'];
    await run(folder, ...chapters, '--subtitles', 'srt');
    await writeFile(path.join(folder, 'out/003 - Mine.mp3'), 'dear to me');
    expect(await run(folder, ...chapters, '--exclude', 'Morning')).toMatchObject({ code: 0 });
    expect(await list(path.join(folder, 'out'))).toEqual(['001 - Noon.mp3', '002 - Night.mp3', '003 - Mine.mp3']);
  });

  it('keeps a file that was changed, and warns', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const chapters = ['convert', 'small.epub', '-o', 'out', '--layout', 'chapters'];
    await run(folder, ...chapters);
    await writeFile(path.join(folder, 'out/003 - Night.mp3'), 'my own tags', { flag: 'a' });
    const { code, stderr } = await run(folder, ...chapters, '--max-chapters', '2');
    expect([code, stderr]).toEqual([0, expect.stringContaining('003 - Night.mp3 of an earlier run was changed')]);
    expect(await list(path.join(folder, 'out'))).toHaveLength(3);
  });

  it('removes parts, and a whole file that became parts', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const parts = async (): Promise<string[]> => (await list(folder)).filter((name) => name.endsWith('.m4b'));
    await run(folder, 'convert', 'small.epub', '-o', 'a.m4b', '--max-part', '1s');
    expect(await parts()).toHaveLength(3);
    await run(folder, 'convert', 'small.epub', '-o', 'a.m4b');
    expect(await parts()).toEqual(['a.m4b']);
    await run(folder, 'convert', 'small.epub', '-o', 'a.m4b', '--max-part', '1s');
    expect(await parts()).toHaveLength(3);
    expect(await parts()).not.toContain('a.m4b');
  });

  it('removes subtitles, except those of another format of the book', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3', '--subtitles', 'srt,vtt');
    await run(folder, 'convert', 'small.epub', '-o', 'a.m4b', '--subtitles', 'vtt');
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3');
    expect((await list(folder)).filter((name) => /\.(?:srt|vtt)$/u.test(name))).toEqual(['a.vtt']);
  });

  it('leaves the results of the same name alone', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await run(folder, 'convert', 'small.epub', '-o', 'a.mp3');
    await cp(path.join(folder, 'a.mp3.report.json'), path.join(folder, 'a.report.json'));
    expect(await run(folder, 'convert', 'small.epub', '-o', 'a', '--layout', 'chapters')).toMatchObject({ code: 0 });
    expect(await list(folder)).toContain('a.mp3');
  });
});

/** Makes a folder with a book whose output is locked. */
async function locked(owner: { readonly process: string; readonly place: string }): Promise<string> {
  const folder = await temporaryFolder();
  const book = await writeBook(folder, shortBook);
  const record = { ...owner, output: path.join(folder, 'small.mp3'), book: { file: book }, files: [] };
  await writeFile(path.join(folder, '.small.mp3.run.json'), JSON.stringify(record));
  await mkdir(path.join(folder, '.small.mp3.lock'));
  return folder;
}

describe('two runs for one output', () => {
  it('pay once: the second is refused and names the first', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    const asked = kokoro.requests.length;
    await run(folder, 'convert', 'small.epub', '-o', 'other.mp3');
    const once = kokoro.requests.length - asked;
    await rm(path.join(folder, 'cache'), { recursive: true });
    const command = ['convert', 'small.epub', '-o', 'a.mp3'];
    const results = await Promise.all([run(folder, ...command), run(folder, ...command)]);
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set([0, 2]));
    const second = results.find(({ code }) => code === 2);
    expect(second?.stderr).toMatch(/(?:Process \d+|Another run) is already writing .*a\.mp3\. Wait for it to end/u);
    expect(kokoro.requests.length - asked).toBe(2 * once);
    expect((await list(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are kept apart when the first is another process', async () => {
    const folder = await locked({ process: String(process.ppid), place: processPlace() });
    const { code, stderr } = await run(folder, 'convert', 'small.epub');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Process ${process.ppid} is already writing`)]);
  });

  it.each([
    ['here', processPlace()],
    ['elsewhere', 'another machine'],
  ])('do not wait for ever when the first was killed %s', async (_name, place) => {
    const folder = await locked({ process: '99999999', place });
    expect(await run(folder, 'convert', 'small.epub')).toMatchObject({ code: 0 });
    expect((await list(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('a segment store that cannot be written', () => {
  it('is replaced by a temporary one, with a warning, and the run succeeds', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await writeFile(path.join(folder, 'cache'), 'not a folder');
    const temporary = path.join(folder, 'tmp');
    await mkdir(temporary);
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    });
    const { code, stderr } = await run(folder, 'convert', 'small.epub');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Set AUDIOBOOK_CACHE_DIR')]);
    expect((await readdir(temporary)).filter((name) => name.startsWith('audiobook-segments'))).toEqual([]);
  });

  it('ends the run when AUDIOBOOK_CACHE_DIR names it', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, shortBook);
    await writeFile(path.join(folder, 'file'), 'not a folder');
    const environment = { AUDIOBOOK_CACHE_DIR: path.join(folder, 'file'), KOKORO_API_URL: `${kokoro.url}/v1` };
    const result = await inProcessCli(['convert', 'small.epub'], { folder, environment });
    expect([result.code, result.stderr]).toEqual([7, expect.stringContaining('cannot be used')]);
  });
});

describe('a disk without space for the audio', () => {
  it('is noticed before the first request', async ({ skip }) => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    await mkdir(path.join(folder, 'disk'));
    if (!mountDisk(path.join(folder, 'disk'), '64k')) skip();
    const asked = kokoro.requests.length;
    const { code, stderr } = await run(folder, 'convert', 'small.epub', '-o', 'disk/a.wav');
    expect([code, stderr]).toEqual([7, expect.stringMatching(/needs about \d\.\d MB, and 0\.1 MB are free/u)]);
    expect(kokoro.requests.length).toBe(asked);
    expect(await readdir(path.join(folder, 'disk'))).toEqual([]);
  });
});
