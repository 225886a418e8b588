import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const speech = ['--voice', 'flite:slt', '--loudness', 'off', '--max-chapters', '1'];

/** Writes a book of its own into a folder. */
async function addBook(folder: string, name: string, title: string, ...words: readonly string[]): Promise<string> {
  const body = `<h1>${title}</h1><p>${['It was still dark.', ...words].join(' ')}</p>`;
  return await writeBook(folder, { ...smallBook, title, documents: [{ path: 'a.xhtml', title, body }] }, name);
}

async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.mp3')).toSorted();
}

describe('audiobook convert with several books', () => {
  it('converts all but the one that fails, and says so in a table', async () => {
    const folder = await temporaryFolder();
    const inbox = path.join(folder, 'inbox');
    await mkdir(inbox);
    await addBook(inbox, 'a.epub', 'Alpha');
    await writeFile(path.join(inbox, 'b.epub'), 'an error page');
    await writeFile(path.join(inbox, 'd.epub'), Buffer.from([1, 2, 3, 0, 4]));
    await writeFile(path.join(inbox, 'notes.json'), '{}');
    await addBook(inbox, 'c.epub', 'Gamma');
    await writeFile(path.join(inbox, 'scan.djvu'), 'AT&TFORM');
    const { code, stdout, stderr } = await inProcessCli(['convert', 'inbox', '--out-dir', 'out/audio', ...speech], {
      folder,
    });
    expect(code).toBe(8);
    expect(stderr).toContain('Left out, because the program does not read them as books: scan.djvu.');
    const out = path.join(folder, 'out/audio');
    expect(stdout).toBe(`${path.join(out, 'a.mp3')}\n${path.join(out, 'c.mp3')}\n`);
    expect(stderr).toMatch(/^audiobook: inbox\/b\.epub: .*holds text/mu);
    const [table = ''] = /^inbox\/a\.epub {2}made[^]*$/mu.exec(stderr) ?? [];
    expect(table).toMatch(
      /^inbox\/b\.epub {2}failed .*holds text.*\n^inbox\/c\.epub {2}made .*c\.mp3\n^inbox\/d\.epub {2}failed .*unknown.*\n2 made, 2 failed\n$/mu,
    );
    // oxlint-disable-next-line no-control-regex -- the test is about them
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F]/u);
    expect(await filesBelow(out)).toEqual(['a.mp3', 'c.mp3']);
  });

  it('says that a book is missing, also where another one left an audiobook of its name', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'old'));
    await addBook(path.join(folder, 'old'), 'gone.epub', 'Alpha');
    await addBook(folder, 'here.epub', 'Beta');
    await inProcessCli(['convert', 'old/gone.epub', '--quiet', ...speech], { folder });
    const { code, stderr } = await inProcessCli(['convert', 'gone.epub', 'here.epub', '--quiet', ...speech], {
      folder,
    });
    expect(stderr).toMatch(/^audiobook: gone\.epub: The file '.*gone\.epub' does not exist\.\n$/u);
    expect(code).toBe(3);
    expect(await filesBelow(folder)).toEqual(['gone.mp3', 'here.mp3']);
  });

  it('names the audiobooks by a template, and keeps two with one name apart', async () => {
    const folder = await temporaryFolder();
    await addBook(folder, '1.epub', 'The Quay');
    await addBook(folder, '2.epub', 'The Quay', 'A second book.');
    const convert = async (...books: readonly string[]) =>
      await inProcessCli(['convert', ...books, '--name', 'audiobookshelf', '--quiet', ...speech], { folder });
    expect(await convert('1.epub', '2.epub')).toEqual({ code: 0, stdout: '', stderr: '' });
    const made = ['The Quay (2).mp3', 'The Quay.mp3'].map((name) => path.join('Ada Example/The Quay', name));
    expect(await filesBelow(folder)).toEqual(made);
    // Each keeps its name, whatever the order.
    expect(await convert('2.epub', '1.epub')).toMatchObject({ code: 0 });
    expect(await filesBelow(folder)).toEqual(made);
  });

  it('makes only what is missing, night after night', async () => {
    const folder = await temporaryFolder();
    const night = async () => {
      const args = [
        'convert',
        'books',
        '--out-dir',
        'audio',
        '--name',
        '{title}/{title}.mp3',
        '--skip-existing',
        '--quiet',
      ];
      return await inProcessCli([...args, ...speech], { folder });
    };
    const books = path.join(folder, 'books');
    await mkdir(books);
    const silent = { code: 0, stdout: '', stderr: '' };
    await addBook(books, 'a.epub', 'Alpha');
    expect(await night()).toEqual(silent);
    const first = await filesBelow(path.join(folder, 'audio'));
    expect(first).toEqual([path.join('Alpha', 'Alpha.mp3')]);

    // The second night: a new book, and one that is the same under another name.
    await rm(path.join(books, 'a.epub'));
    await addBook(books, 'renamed.epub', 'Alpha');
    await addBook(books, 'b.epub', 'Beta');
    expect(await night()).toEqual(silent);
    expect(await filesBelow(path.join(folder, 'audio'))).toEqual([...first, path.join('Beta', 'Beta.mp3')]);

    // The third night: nothing is new.
    const log = await inProcessCli(
      ['convert', 'books', '--out-dir', 'audio', '--name', '{title}/{title}.mp3', '--skip-existing', ...speech],
      { folder },
    );
    expect(log).toMatchObject({ code: 0, stdout: '' });
    expect(log.stderr).toMatch(/2 skipped\n$/u);

    // The fourth: a book was edited, and another audiobook was deleted.
    await addBook(books, 'b.epub', 'Beta', 'A new end.');
    await rm(path.join(folder, 'audio/Alpha/Alpha.mp3'));
    expect(await night()).toEqual(silent);
    expect(await filesBelow(path.join(folder, 'audio'))).toEqual([...first, path.join('Beta', 'Beta.mp3')]);
  });

  it.each([
    ['no book', [], 2, "Name a book: 'audiobook convert book.epub'."],
    ['a folder without books', ['empty'], 2, 'empty is a folder without books.'],
    ['a pattern without matches', ['*.epub'], 3, "No book matches '*.epub'."],
    ['one file for two books', ['a.epub', 'b.epub', '-o', 'x.mp3'], 2, '--output names the file of one book'],
    ['an unknown field', ['a.epub', '--name', '{titel}'], 2, "Invalid name '{titel}'. Expected audiobookshelf"],
  ])('refuses %s', async (_what, args, code, message) => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'empty'));
    const result = await inProcessCli(['convert', ...args], { folder });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(message);
  });
});
