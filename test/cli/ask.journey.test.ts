import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapterRanges } from '../../src/cli/ask/ask-conversion.ts';
import { pathsFor } from '../../src/cli/ask/ask-book.ts';
import { shellLine } from '../../src/cli/ask/complete-conversion.ts';
import { runProgram } from '../../src/core/process/run-program.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { runCli } from '../helpers/run-cli.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const bookQuestion = 'Tab completes';
const down = '\u001B[B';

/** Returns a folder with a book in `the inbox/`, behind more folders than are shown, and a player in `bin/` that notes what it plays. */
async function setUp(): Promise<{ readonly folder: string; readonly environment: Readonly<Record<string, string>> }> {
  const folder = await temporaryFolder();
  const names = Array.from({ length: 12 }, (_, at) => `a${at}`);
  for (const name of [...names, 'bin', 'the inbox']) await mkdir(path.join(folder, name));
  await writeBook(path.join(folder, 'the inbox'), smallBook);
  const player = path.join(folder, 'bin/ffplay');
  await writeFile(player, `#!/bin/sh\necho "$@" > "${folder}/played"\n`);
  await chmod(player, 0o755);
  return { folder, environment: { PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}` } };
}

describe.skipIf(isProgramMissing('script'))('audiobook convert without a book, on a terminal', () => {
  it('asks, prints the command that does the same, and runs it', async () => {
    const { folder, environment } = await setUp();
    const { code, screen } = await runOnTerminal(['convert', '--loudness', 'off'], {
      folder,
      environment,
      answers: {
        // Each answer is typed when its text is on the screen: Tab completes the folder, and the book in it is the only choice.
        [bookQuestion]: 'the',
        'the inbox/': '\t',
        'the inbox/small.epub': '\r',
        // Not among the first ones.
        'Voice (type': 'espeak:en-us',
        'espeak:en-us  ': '\r',
        'take it': `${down}\r`,
        'Heard espeak:en-us': '\r',
        'for phones and audiobook apps': '\r',
        'Make small.m4b': `${down}\r`,
        '1  Morning  (': ' \r',
        '2, 3': '\r',
      },
    });
    expect([code, screen]).toEqual([0, expect.stringContaining('The same without questions:')]);
    expect(screen).toMatch(
      /^audiobook convert 'the inbox\/small\.epub' --loudness off --voice espeak:en-us --output small.m4b --chapters 2-3\r$/mu,
    );
    expect(screen).toContain(path.join(folder, 'small.m4b'));
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['played', 'small.m4b']));
  });

  it('ends with exit code 130 and one line on Ctrl-C', async () => {
    const { folder, environment } = await setUp();
    const { code, screen } = await runOnTerminal(['convert'], {
      folder,
      environment,
      answers: { [bookQuestion]: '\u0003' },
    });
    expect([code, screen]).toEqual([130, expect.stringContaining('Canceled.\r\n')]);
    expect(screen).not.toMatch(/^\s+at /mu);
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['--yes', ['--yes'], {}],
    ['--quiet', ['--quiet'], {}],
    ['CI', [], { CI: 'true' }],
    ['a terminal that knows no movements', [], { TERM: 'dumb' }],
    ['its output in a file', ['>out'], {}],
    ['its input from a file', ['</dev/null'], {}],
  ])('asks nothing with %s', async (_name, flags, environment) => {
    const folder = await temporaryFolder();
    const { code, screen } = await runOnTerminal(['convert', ...flags], { folder, environment });
    expect([code, screen]).toEqual([2, expect.stringMatching(/^audiobook: Name a book: [^\n]*\n$/u)]);
  });
});

describe('audiobook convert without a book and a terminal', () => {
  it('is wrong usage', async () => {
    const folder = await temporaryFolder();
    const message = "audiobook: Name a book: 'audiobook convert book.epub'.\n";
    expect(await runCli(['convert'], { folder })).toEqual({ code: 2, stdout: '', stderr: message });
  });
});

describe('the paths that are offered', () => {
  it('are folders and books, without hidden ones until they are asked for', async () => {
    const folder = await temporaryFolder();
    for (const name of ['b.epub', 'a.PDF', 'notes.json', '.hidden.epub']) await writeFile(path.join(folder, name), '');
    await mkdir(path.join(folder, 'Books'));
    await writeFile(path.join(folder, 'Books/c.txt'), '');
    expect(await pathsFor('', folder)).toEqual(['a.PDF', 'b.epub', 'Books/']);
    expect(await pathsFor('bo', folder)).toEqual(['Books/']);
    expect(await pathsFor('Books/', folder)).toEqual(['Books/c.txt']);
    expect(await pathsFor(`${folder}/a`, '/')).toEqual([`${folder}/a.PDF`]);
    expect(await pathsFor('.h', folder)).toEqual(['.hidden.epub']);
    expect(await pathsFor('notes.json', folder)).toEqual(['notes.json']);
    expect(await pathsFor('none/', folder)).toEqual([]);
  });
});

describe('the command that is printed', () => {
  const words = ['convert', 'it\'s a $(book) "here" *.epub', '', '-o', 'a/b-c.mp3', 'zwölf\n', '~/x', '#1'];

  it('gives the shell the same words again', async () => {
    const { stdout } = await runProgram('sh', ['-c', `printf '%s\\0' ${shellLine(words, 'linux')}`]);
    expect(stdout.toString().split('\0').slice(0, -1)).toEqual(words);
  });

  it.each([
    [[1, 3, 4, 5, 9], '1,3-5,9'],
    [[2], '2'],
  ])('names the chapters %j as %s', (numbers, text) => {
    expect(chapterRanges(numbers)).toBe(text);
  });
});
