import { describe, expect, it } from 'vitest';
import { buildZip } from '../../helpers/epub-builder.ts';
import { outlineOf, readFile, refusalOf, spokenText } from '../../helpers/read-file.ts';

const prose = (about: string): string => `${about} walked along the quay before the lamps were lit. `.repeat(30).trim();
const page = `<!DOCTYPE html>
<html lang="en-GB"><head><meta charset="windows-1252"><title>Le quai</title><meta name="author" content="Ada Example">
<style>p { color: red }</style></head><body>
<script>alert("never")</script><h1>Le quai</h1><h2>Matin</h2><p>${prose('Anna')}<p>D\u00E9j\u00E0 vu.
<h2>Soir</h2><p>${prose('Bruno')}</p></body></html>`;

describe('an HTML file', () => {
  it('is read by the rules of an EPUB, with what its head says, whatever its name', async () => {
    const book = await readFile('quai.txt', Buffer.from(page, 'latin1'));
    expect(book.metadata).toMatchObject({ title: 'Le quai', authors: [{ name: 'Ada Example' }], language: 'en-GB' });
    expect(outlineOf(book)['Matin']?.slice(-2)).toEqual([`paragraph: ${prose('Anna')}`, 'paragraph: Déjà vu.']);
    expect(book.chapters.map(({ title }) => title)).toEqual(['Matin', 'Soir']);
    expect(spokenText(book)).not.toMatch(/never|color/u);
  });

  it('is refused when its elements are too deep or too many', async () => {
    expect(await refusalOf(readFile('a.html', `<html>${'<div>'.repeat(100_000)}`))).toContain(
      'elements inside each other',
    );
    expect(await refusalOf(readFile('a.html', `<html>${'<p>a'.repeat(400_000)}`))).toContain(
      'elements in one document',
    );
  });

  it('has its entities left alone', async () => {
    const text =
      '<!DOCTYPE html [<!ENTITY a "&b;&b;"><!ENTITY b SYSTEM "file:///etc/passwd">]><html><p>Some &a; words.</p>';
    expect(spokenText(await readFile('a.html', text))).toBe('Some &a; words.');
  });
});

describe('a document of another program', () => {
  it.each([['a comic book (CBZ)', 'a.cbz', [{ name: '1.jpg', data: 'x' }]]])(
    'is named with the command that converts it: %s',
    async (kind, name, entries) => {
      const problem = await refusalOf(readFile(name, await buildZip(entries)));
      expect(problem).toMatch(
        /^book-unsupported: .*, which is not read\. Convert it with calibre: ebook-convert \S+ \S+\.epub$/u,
      );
      expect(problem).toContain(`The file is ${kind},`);
    },
  );
});
