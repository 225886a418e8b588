import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseFile } from 'music-metadata';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandTable } from '../../../src/cli/tables/command-rows.ts';
import type { CommandRow } from '../../../src/cli/tables/command-rows.ts';
import type { Outline } from '../../../src/pipeline/read/outline.ts';
import { tinyPng } from '../../helpers/epub-builder.ts';
import type { EpubOptions } from '../../helpers/epub-builder.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { isProgramMissing } from '../../helpers/is-program-missing.ts';
import { summaryOfParagraphs, uniqueParagraphs } from '../../helpers/narration-book.ts';
import { smallBookFile } from '../../helpers/real-books.ts';
import { runCli, startCli } from '../../helpers/run-cli.ts';
import type { CliResult } from '../../helpers/run-cli.ts';
import { startOllamaServer } from '../../helpers/servers/ollama-server.ts';
import { wavBytes } from '../../helpers/servers/spoken-audio.ts';
import { waitUntil } from '../../helpers/start-service.ts';
import { smallBook, writeBook } from '../../helpers/small-book.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { elsewhere } from './elsewhere.ts';
import { letters } from './letters.ts';

const table = await commandTable();

/** Flags of all commands by the path of the command. */
function flagsBelow(row: CommandRow, outer = ''): (readonly [command: string, names: readonly string[]])[] {
  const command = `${outer}${row.name}`;
  const own = row.flags.map(({ names }) => [command, names] as const);
  return [...own, ...row.commands.flatMap((inner) => flagsBelow(inner, `${command} `))];
}

const flags = table.flatMap((row) => flagsBelow(row));

async function run(folder: string, argvs: readonly (readonly string[])[], environment = {}): Promise<CliResult[]> {
  const results: CliResult[] = [];
  for (const argv of argvs) results.push(await inProcessCli(argv, { folder, environment }));
  return results;
}

function printed(result: CliResult | undefined): unknown {
  expect(result).toMatchObject({ code: 0 });
  return JSON.parse(result?.stdout ?? '');
}

async function folderWithBook(): Promise<string> {
  const folder = await temporaryFolder();
  await writeBook(folder, letters, 'book.epub');
  return folder;
}

/** What each option of reading changes in the text: a line that comes, or one that goes. */
const reading: readonly (readonly [
  flag: string,
  value: string,
  change: { readonly comes?: string; readonly goes?: string },
])[] = [
  ['--notes', 'inline', { comes: 'A note about kettles.' }],
  ['--tables', 'skip', { goes: 'Tea, Sugar' }],
  ['--images', 'alt', { comes: 'A gull on a post' }],
  ['--ruby', 'reading', { comes: 'She wrote reading on the wall.', goes: 'She wrote kanji on the wall.' }],
  ['--verse-numbers', 'read', { comes: '1:1 Tide rose. 1:2 Tide fell. 1:3 Tide stayed.' }],
  ['--code', 'read', { comes: 'print(tide);', goes: 'Code example, 2 lines.' }],
  ['--math', 'announce', { goes: 'x equals 2' }],
  ['--include', 'copyright', { comes: 'by Zephyrina Press' }],
  ['--exclude', 'The Bridge', { goes: 'Boat number 3' }],
];

/** Which chapters the options choose. */
const choices: readonly (readonly [args: readonly string[], titles: readonly string[]])[] = [
  [
    ['--chapters', '2,"The Bridge"'],
    ['Letter 2', 'The Bridge'],
  ],
  [
    ['--chapters-matching', '/^letter/i'],
    ['Letter 1', 'Letter 2'],
  ],
  [
    ['--from', '2'],
    ['Letter 2', 'The Bridge'],
  ],
  [
    ['--to', 'Letter 2'],
    ['Letter 1', 'Letter 2'],
  ],
  [
    ['--split-by', 'documents'],
    ['Letter 1', 'Letter 2', 'Chapter 3', 'The Bridge'],
  ],
];

const parameters = {
  '--temperature': ['0.5', { temperature: 0.5 }],
  '--top-p': ['0.7', { top_p: 0.7 }],
  '--top-k': ['11', { top_k: 11 }],
  '--repeat-penalty': ['1.2', { repeat_penalty: 1.2 }],
  '--seed': ['5', { seed: 5 }],
  '--num-ctx': ['8192', { num_ctx: 8192 }],
  '--num-predict': ['3000', { num_predict: 3000 }],
} as const;

/** A book with a chapter that is long enough to be told in short, as `summaryOfParagraphs` does. */
const list: EpubOptions = {
  ...smallBook,
  documents: [
    ...smallBook.documents,
    {
      path: 'list.xhtml',
      title: 'The List',
      body: `<h1>The List</h1>${uniqueParagraphs(12)
        .map((text) => `<p>${text}</p>`)
        .join('')}`,
    },
  ],
};

/** Flags whose effect a test in this file shows. */
const here = new Set([
  ...reading.map(([flag]) => flag),
  ...choices.flatMap(([args]) => args.filter((word) => word.startsWith('--'))),
  ...Object.keys(parameters),
  '--password',
  '--cover',
  '--meta',
  '--play',
  '--provider',
  '--language',
  '--llm-base-url',
  '--fresh',
  '--base-path',
  '--inbox',
  '--inbox-field',
  '--inbox-kind',
  '--inbox-out',
  '--library',
  '--role',
  '--quota',
]);

/** Values of the flags that many commands have, with which each of these commands is run. */
const values: Readonly<Record<string, readonly string[]>> = {
  '--json': [],
  '--yes': [],
  '--profile': ['fast'],
  '--config': ['own.json'],
  '--as-one-book': ['Post'],
  '--output': ['Post.m4b'],
  '--force': [],
  '--wait': ['1s'],
  '--format': ['m4b'],
  '--layout': ['one-file'],
  '--bitrate': ['64k'],
  '--loudness': ['off'],
  '--max-part': ['1h'],
  '--meta': ['year=1900'],
  '--cover': ['own.png'],
  '--also': ['wav'],
  '--subtitles': ['srt'],
  '--read-along': [],
  '--read-along-audio': ['mp3'],
  '--voice': ['flite:slt'],
  '--language-switch': ['off'],
  '--language': ['en'],
  '--chapters': ['1'],
  '--chapters-matching': ['/./'],
  '--from': ['1'],
  '--to': ['1'],
  '--max-chapters': ['3'],
  '--pauses': ['paragraph=100ms'],
  '--announce-chapters': [],
  '--intro': ['Hello.'],
  '--outro': ['Goodbye.'],
  '--lexicon': ['own.yaml'],
  '--verify': ['off'],
  '--allow-gaps': [],
  '--provider': ['embedded'],
  '--concurrency': ['1'],
  '--patience': ['1m'],
  '--split-by': ['documents'],
  ...Object.fromEntries(reading.map(([flag, value]) => [flag, [value]])),
  '--password': ['not-needed'],
  '--ocr': [],
  ...(isProgramMissing('tesseract') ? {} : { '--ocr-language': ['eng'] }),
  '--fresh': [],
  '--max-cost': ['5'],
  '--task': ['direct'],
  ...Object.fromEntries(Object.entries(parameters).map(([flag, [value]]) => [flag, [value]])),
  '--hosts': ['1'],
};

/** Command lines that take all flags of a command at once, but for those that exclude others or ask for something that is not there. */
const together: Readonly<Record<string, { readonly args: readonly string[]; readonly without?: readonly string[] }>> = {
  convert: { args: ['book.epub', '--dry-run'] },
  audiobook: { args: ['book.epub', '--dry-run'] },
  plan: { args: ['book.epub'] },
  watch: { args: ['inbox', '--once', '--settle', '0', '--out-dir', 'out', '--name', '{title}'] },
  chapters: { args: ['book.epub'] },
  text: { args: ['book.epub', '--format', 'md'], without: ['--output', '--format', '--lexicon'] },
  names: { args: ['book.epub', '--limit', '50'], without: ['--output'] },
  cast: { args: ['book.epub'], without: ['--output'] },
  sample: { args: ['book.epub', '--chapter', '2', '--seconds', '2', '--out-dir', 'samples'], without: ['--output'] },
};

function lineOf(command: string): readonly string[] {
  const { args, without = [] } = together[command] ?? { args: [] };
  const given = flags.flatMap(([owner, names]) => {
    const name = names.at(-1) ?? '';
    const value = values[name];
    return owner !== command || value === undefined || without.includes(name) ? [] : [name, ...value];
  });
  return [command, ...args, ...given];
}

function isIn(result: CliResult | undefined, text = ''): boolean {
  return result?.stdout.includes(text) ?? false;
}

describe('the flags', () => {
  it('each have a test that runs the program and shows what the flag does', async () => {
    const known = new Map(flags.map(([, names]) => [names.at(-1) ?? '', names]));
    const shown = [...here, ...Object.keys(elsewhere)];
    const unshown = [...known.keys()].filter((flag) => !shown.includes(flag));
    expect(unshown, 'show in a test what each does, and name that test in test/cli/flags/elsewhere.ts').toEqual([]);
    expect(shown.filter((flag) => !known.has(flag))).toEqual([]);
    expect(shown).toHaveLength(new Set(shown).size);
    for (const [flag, { file, title }] of Object.entries(elsewhere)) {
      const source = await readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
      const isNamed = (known.get(flag) ?? []).some((name) =>
        new RegExp(`['"\`\\s]${name}['"\`\\s=]`, 'u').test(source),
      );
      const isRun = /runCli|startCli|runMany|inProcessCli|cliProgram/u.test(source);
      expect([flag, source.includes(title), isNamed, isRun]).toEqual([flag, true, true, true]);
    }
  });

  it('are taken all at once by the commands that share them, with one result', async () => {
    const folder = await folderWithBook();
    await mkdir(path.join(folder, 'inbox'));
    await writeBook(path.join(folder, 'inbox'), letters, 'book.epub');
    await writeFile(path.join(folder, 'own.json'), JSON.stringify({ profiles: { fast: { speed: 1.2 } } }));
    await writeFile(path.join(folder, 'own.yaml'), 'kettle: kettel\n');
    await writeFile(path.join(folder, 'own.png'), tinyPng);
    const commands = Object.keys(together);
    const results = await run(folder, commands.map(lineOf));
    expect(results.map(({ code, stderr }, index) => (code === 0 ? '' : `${commands[index]}: ${stderr}`)).join('')).toBe(
      '',
    );
    const [convert, audiobook, plan, watch, chapters, text, names, cast, sample] = results;
    expect(printed(plan)).toEqual(printed(audiobook));
    const outlines = [convert, plan, chapters].map((one) => printed(one) as Outline);
    expect(new Set(outlines.map(({ title, words }) => `${title}: ${words}`)).size).toBe(1);
    expect(outlines[0]).toMatchObject({
      title: 'Post',
      words: outlines[0]?.words,
      chapters: [{ title: letters.title }],
    });
    expect(text?.stdout).toContain('Zephyrina Press');
    expect(text?.stdout).not.toContain('Boat number');
    expect(names?.stdout).toContain('Zephyrina');
    expect(cast?.stdout).toContain('flite:slt');
    expect(sample?.stdout).toContain(path.join(folder, 'samples'));
    expect(watch?.stdout).toContain('Letters from the Quay.m4b');
    const made = path.join(folder, 'out', 'Letters from the Quay');
    const report = JSON.parse(await readFile(`${made}.m4b.report.json`, 'utf8'));
    expect(report).toMatchObject({
      complete: true,
      chapters: [{ title: 'Copyright' }],
    });
    const { common } = await parseFile(`${made}.m4b`);
    expect([common.year, common.picture?.length]).toEqual([1900, 1]);
    const kinds = report.files.map(
      ({ kind, path: file }: { kind: string; path: string }) => `${kind} ${path.extname(file)}`,
    );
    expect(kinds.toSorted()).toEqual(['audio .m4b', 'audio .wav', 'read-along .epub', 'subtitles .srt']);
  });

  it('choose what is read', async () => {
    const folder = await folderWithBook();
    const locked = smallBookFile('locked.pdf');
    const lines = [
      ['text', 'book.epub'],
      // Each changes another place of the text.
      ['text', 'book.epub', ...reading.flatMap(([flag, value]) => [flag, value])],
      ['text', locked, '--password', 'wrong'],
      ['text', locked, '--password', 'openpassword'],
    ];
    const [plain, changed, ...ofLocked] = await run(folder, lines);
    const changes = reading.map(([flag, , { comes, goes }]) => {
      const isNew = comes === undefined || (isIn(changed, comes) && !isIn(plain, comes));
      return [flag, isNew, goes === undefined || (isIn(plain, goes) && !isIn(changed, goes))];
    });
    expect(changes).toEqual(reading.map(([flag]) => [flag, true, true]));
    const opened = ofLocked.map(({ code, stdout }) => [code, stdout !== '']);
    expect(opened).toEqual([
      [8, false],
      [0, true],
    ]);
  });

  it('choose chapters, voices and providers', async () => {
    const folder = await folderWithBook();
    const plan = ['plan', 'book.epub', '--json'];
    const [other, german, down, ...chosen] = await run(
      folder,
      [
        [...plan, '--provider', 'openai'],
        [...plan, '--provider', 'embedded', '--language', 'de'],
        ['convert', 'book.epub', '--provider', 'kokoro', '--wait', '1s', '--chapters', '1'],
        ...choices.map(([args]) => [...plan, ...args]),
      ],
      { OPENAI_API_KEY: 'not-used' },
    );
    for (const [index, [args, titles]] of choices.entries()) {
      const { chapters } = printed(chosen[index]) as Outline;
      expect([args, chapters.map(({ title }) => title)]).toEqual([args, titles]);
    }
    expect(printed(other)).toMatchObject({ provider: 'openai' });
    expect(Object.keys((printed(german) as { voices: object }).voices)).toContain('de');
    expect(down).toMatchObject({ code: 5, stdout: '' });
    expect(down?.stderr).toMatch(/^Waiting for the speech provider since /mu);
  });

  it('reach the language model that they name', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder, list, 'book.epub');
    await using server = await startOllamaServer({ reply: () => summaryOfParagraphs });
    const model = ['--model', 'tiny', '--llm-base-url', server.url];
    const sent = Object.entries(parameters).flatMap(([flag, [value]]) => [flag, value]);
    const expected = Object.assign({}, ...Object.values(parameters).map(([, option]) => option)) as object;
    const tried = ['prompts', 'try', 'summary', 'book.epub', '--chapter', '4', '--json', '--language', 'en'];
    const scripts = ['audiobook', 'book.epub', '--task', 'summary', '--chapters', 'The List', '--scripts-only', '-q'];
    const [first] = await run(folder, [[...tried, ...model, ...sent]]);
    expect(first).toMatchObject({ code: 0 });
    // The trial of a judge comes first, with options of its own.
    const written = expect.objectContaining({ options: expect.objectContaining(expected) });
    expect(server.chats).toContainEqual(written);
    const before = server.chats.length;
    await run(folder, [[...scripts, ...model, ...sent]]);
    const asked = server.chats.length;
    expect(asked).toBeGreaterThan(before);
    expect(server.chats.slice(before)).toContainEqual(written);
    await run(folder, [[...scripts, ...model, ...sent]]);
    expect(server.chats).toHaveLength(asked);
    await run(folder, [[...scripts, ...model, ...sent, '--fresh']]);
    expect(server.chats.length).toBeGreaterThan(asked);
  });

  it('take books from the inbox of a service below a path', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'in'));
    await writeBook(path.join(folder, 'in'), letters, 'book.epub');
    await mkdir(path.join(folder, 'shelf'));
    await writeFile(path.join(folder, 'shelf', 'Old One.wav'), wavBytes(new Int16Array(16_000), 16_000));
    const inbox = [
      '--library',
      'shelf',
      '--inbox',
      'in',
      '--inbox-kind',
      'convert',
      '--inbox-out',
      'out',
      '--settle',
      '0',
    ];
    const fields = ['--inbox-field', 'voice=flite:slt', '--inbox-field', 'max_chapters=1'];
    const service = [
      'serve',
      '--port',
      '0',
      '--host',
      '127.0.0.1',
      '--base-path',
      '/books',
      '--no-auth',
      '--grace',
      '5',
    ];
    const cli = startCli([...service, ...inbox, ...fields], { folder, environment: { TTS_PROVIDER: 'embedded' } });
    onTestFinished(() => void cli.kill('SIGKILL'));
    const [line] = (await once(cli.stdout, 'data')) as [string];
    const health = await fetch(new URL('/books/health', line.trim()));
    expect(health.status).toBe(200);
    await waitUntil(async () => {
      return (await (await fetch(new URL('/books/library', line.trim()))).text()).includes('"title":"Old One"');
    });
    const done = path.join(folder, 'in', 'done');
    await waitUntil(async () => (await readdir(done).catch((): string[] => [])).includes('book.epub'));
    cli.kill('SIGTERM');
    expect(await cli.result).toMatchObject({ code: 0 });
    expect(await readdir(path.join(folder, 'out'))).toContain('Letters from the Quay.mp3');
  });

  it('play what they write', async () => {
    const folder = await temporaryFolder();
    const player = path.join(folder, 'ffplay');
    await writeFile(player, `#!/bin/sh\nfor last; do :; done\n/bin/cp "$last" ${folder}/played\n`);
    await chmod(player, 0o755);
    const said = ['say', 'The kettle sang.', '--voice', 'flite:slt', '-o', 'said.wav'];
    await runCli(said, { folder, environment: { PATH: folder } });
    expect(await readdir(folder)).not.toContain('played');
    await runCli([...said, '--force', '--play'], { folder, environment: { PATH: folder } });
    expect((await readFile(path.join(folder, 'played'))).equals(await readFile(path.join(folder, 'said.wav')))).toBe(
      true,
    );
  });

  it('give a token its role and quota', async () => {
    const folder = await temporaryFolder();
    await runCli(['token', 'add', 'ada', '--role', 'admin', '--quota', 'jobs=2'], { folder });
    const listed = printed(await runCli(['token', 'list', '--json'], { folder }));
    expect(listed).toMatchObject({ tokens: [{ name: 'ada', role: 'admin', quota: { jobs: 2 } }] });
  });
});
