import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileName, nameOfFile } from '../../src/core/file-name.ts';
import { attachment } from '../../src/server/http/attachment.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const family = '👨‍👩‍👧';

describe('a file name', () => {
  it.each([
    ['Chapter 1: The Storm', 'Chapter 1 The Storm'],
    ['../../etc/passwd', 'etc passwd'],
    ['a\\b/c', 'a b c'],
    ['What?! "Who" <is> *it* | them', 'What ! Who is it them'],
    ['Line\none\ttwo\u2028three\u00A0four', 'Line one two three four'],
    ['nul\u0000l\u0007 bell\u0085', 'null bell'],
    ['.hidden', 'hidden'],
    ['. . To be continued... ', 'To be continued'],
    ['gnp\u202Ecod.exe\u2066x\u2069', 'gnpcod.exex'],
    ['soft\u00ADhyphen\uFEFF\u200B', 'softhyphen'],
    ['broken \uD83C half', 'broken half'],
    ['whole 🎧', 'whole 🎧'],
    ['no character \uFFFF\u{1FFFE}', 'no character'],
    [`a ${family} of three`, `a ${family} of three`],
    ['a\u200Db', 'ab'],
    ['Auf\u200Clage', 'Auflage'],
    ['ශ්\u200Dරී ලංකා', 'ශ්\u200Dරී ලංකා'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['ഞാന്\u200D ഇവിടെ', 'ഞാന്\u200D ഇവിടെ'],
    ['\u200Cمی\u200C خواهم\u200D', 'می خواهم'],
    ['e\u0301', 'é'],
    ['CON', 'CON_'],
    ['aux.mp3', 'aux_.mp3'],
    ['nul .txt', 'nul_ .txt'],
    ['Com1...', 'Com1_'],
    ['LPT³', 'LPT³_'],
    ['Conclusion', 'Conclusion'],
    ['COM10', 'COM10'],
    ['...', ''],
    ['', ''],
  ])('of %j is %j', (title, name) => {
    expect(fileName(title)).toBe(name);
  });

  it.each([
    ['a'.repeat(300), 120],
    ['語'.repeat(100), 120],
    [`${'a'.repeat(117)}. . .b`, 117],
    [`${'a'.repeat(110)}${family}`, 110],
    [`${'a'.repeat(119)}e\u0301`, 119],
    [`e${'\u0301'.repeat(300)}`, 0],
  ])('of %j has %i bytes and whole characters only', (title, bytes) => {
    const name = fileName(title);
    expect(Buffer.byteLength(name)).toBe(bytes);
    expect(title.normalize('NFC').startsWith(name)).toBe(true);
  });

  it('of a file name is the same name, and is accepted by the file system', async () => {
    const folder = await temporaryFolder();
    const titles = Array.from({ length: 0x3000 }, (_, code) => `${String.fromCharCode(code)} x${code}`);
    const names = titles.map((title) => fileName(title));
    expect(names.map((name) => fileName(name))).toEqual(names);
    const some = names.filter((_name, index) => index % 37 === 0);
    for (const name of some) await writeFile(path.join(folder, name), '');
    expect((await readdir(folder)).toSorted()).toEqual(some.toSorted());
  });
});

describe('the name of a file of ours', () => {
  it.each([
    ['book.epub', 'book.epub'],
    [`${'a'.repeat(300)}.md`, `${'a'.repeat(117)}.md`],
    [`${'語'.repeat(100)}.epub`, `${'語'.repeat(38)}.epub`],
    [`a ${'.'.repeat(200)}`, 'a'],
    [`b.${'x'.repeat(300)}`, `b.${'x'.repeat(118)}`],
    ['.md', 'md'],
    ['a/b.md', 'a b.md'],
    ['', ''],
  ])('keeps the extension: %j is %j', (given, name) => {
    expect(nameOfFile(given)).toBe(name);
  });
});

describe('download names', () => {
  it('have a plain form for old clients, without look-alikes of separators', () => {
    expect(attachment('Plain name.mp3')).toBe('attachment; filename="Plain name.mp3"');
    expect(attachment('Ænima – ça va 🎧.mp3')).toBe(
      `attachment; filename="_nima _ ca va _.mp3"; filename*=UTF-8''%C3%86nima%20%E2%80%93%20%C3%A7a%20va%20%F0%9F%8E%A7.mp3`,
    );
    expect(attachment('․․／etc＂：.mp3')).toMatch(/^attachment; filename=_\._etc__\.mp3; /u);
    expect(attachment("It's 100% (it*).mp3")).toMatch(/filename\*=UTF-8''It%27s%20100%25%20%28it%2A%29\.mp3$/u);
  });
});
