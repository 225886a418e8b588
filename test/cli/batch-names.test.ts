import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandGlob } from '../../src/cli/books/expand-glob.ts';
import { fillName, nameTemplate } from '../../src/cli/books/name-template.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const book = {
  author: 'Ann Lee',
  title: 'The Quay',
  series: 'Harbours',
  'series-position': '2',
  year: '1913',
  file: 'q',
};
const plain = { author: 'Ann Lee', title: 'The Quay', file: 'q' };

describe('name templates', () => {
  it.each([
    [
      '{author}/{series}/{series-position} - {title}/{title}.m4b',
      book,
      'Ann Lee/Harbours/2 - The Quay/The Quay',
      'm4b',
    ],
    ['{author}/{series}/{series-position} - {title}/{title}.m4b', plain, 'Ann Lee/The Quay/The Quay', 'm4b'],
    ['audiobookshelf', book, 'Ann Lee/Harbours/2 - The Quay/The Quay', undefined],
    ['plex', book, 'Ann Lee/The Quay/The Quay', undefined],
    ['flat', plain, 'Ann Lee - The Quay', undefined],
    ['flat', { title: 'The Quay' }, 'The Quay', undefined],
    ['{title} ({year})', book, 'The Quay (1913)', undefined],
    ['{title} ({year})', plain, 'The Quay', undefined],
    ['{Title} [{series} {series-position}]', plain, 'The Quay', undefined],
    ['{series}', plain, 'q', undefined],
  ])('%s', (text, values, name, format) => {
    const template = nameTemplate(text);
    expect(fillName(template, values)).toBe(path.normalize(name));
    expect(template.format).toBe(format);
  });

  it.each(['', '/abs/{title}', '../{title}', 'a/../{title}', 'a//{title}', 'C:\\{title}', '{titel}', '{title}/..'])(
    'refuses %j',
    (text) => {
      expect(() => nameTemplate(text)).toThrow(/^Invalid name '.*'\. Expected audiobookshelf, plex, flat, or a path/u);
    },
  );

  it('makes names that every system accepts of what a book says', () => {
    const template = nameTemplate('{author}/{title}');
    const name = (author: string, title: string): string => fillName(template, { author, title, file: 'f' });
    expect(name('../../etc', 'passwd')).toBe(path.normalize('etc/passwd'));
    expect(name('..', '.')).toBe('f');
    expect(name('A/B\\C', 'CON')).toBe(path.normalize('A B C/CON_'));
    expect(name('A\u0000\n\u202E', 'x:y?')).toBe(path.normalize('A/x y'));
    const long = name('日'.repeat(300), 'é'.repeat(300));
    for (const part of long.split(path.sep)) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(120);
  });
});

describe('expandGlob', () => {
  it('matches as a shell does', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'in/deep/er'), { recursive: true });
    const files = [
      'a.epub',
      'b 10.epub',
      'b 9.epub',
      '.hidden.epub',
      'c.pdf',
      'x[1].txt',
      'in/d.epub',
      'in/deep/er/e.epub',
    ];
    for (const file of files) await writeFile(path.join(folder, file), '');
    const found = async (pattern: string): Promise<string[]> =>
      (await expandGlob(pattern, folder)).map((file) => path.relative(folder, file).split(path.sep).join('/'));
    expect(await found('*.epub')).toEqual(['a.epub', 'b 9.epub', 'b 10.epub']);
    expect(await found('?.{epub,pdf}')).toEqual(['a.epub', 'c.pdf']);
    expect(await found('[!a-b]*')).toEqual(['c.pdf', 'x[1].txt']);
    expect(await found('.h*')).toEqual(['.hidden.epub']);
    expect(await found('**/*.epub')).toEqual(['a.epub', 'b 9.epub', 'b 10.epub', 'in/d.epub', 'in/deep/er/e.epub']);
    expect(await found('in/**')).toEqual(['in/d.epub', 'in/deep/er/e.epub']);
    expect(await found('i*/*.epub')).toEqual(['in/d.epub']);
    expect(await found('*.mobi')).toEqual([]);
  });
});
