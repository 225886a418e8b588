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

const titled = (title: string, metas: string, header = ''): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title>${metas}</head><body>${header}<h2>Matin</h2><p>${prose('Anna')}</p></body></html>`;

describe('a page of Project Gutenberg', () => {
  it('has its metadata from the header, as a text has', async () => {
    const header = [
      'The Project Gutenberg EBook of The Quay, by Ada Example',
      'Title: The Quay\n       and the Town',
      'Author: Ada Example\n\nTranslator: Bo Sample\n\nLanguage: French',
      '*** START OF THIS PROJECT GUTENBERG EBOOK THE QUAY ***',
    ];
    const title = 'The Project Gutenberg eBook of The Quay, by Ada Example.';
    const book = await readFile('a-h.htm', titled(title, '', `<pre>\n${header.join('\n\n')}\n</pre>`));
    expect(book.metadata).toMatchObject({
      title: 'The Quay and the Town',
      authors: [{ name: 'Ada Example' }],
      contributors: [{ name: 'Bo Sample', role: 'trl' }],
    });
  });

  it('has its metadata from the header with markup', async () => {
    const header = `<section class="pg-boilerplate pgheader" id="pg-header"><h2>The Project Gutenberg eBook of The Quay</h2>
      <div id="pg-machine-header"><p><strong>Title</strong>: The Quay<br/>and the Town</p>
      <div><p><strong>Author</strong>: Ada
      Example</p></div><p><strong>Language</strong>: English</p></div>
      <div><span>*** START OF THE PROJECT GUTENBERG EBOOK THE QUAY ***</span></div></section>`;
    const metas = '<meta name="marcrel.aut" content="Example, Ada, 1832-1898">';
    const book = await readFile('a.html', titled('The Quay | Project Gutenberg', metas, header));
    expect(book.metadata).toMatchObject({ title: 'The Quay and the Town', authors: [{ name: 'Ada Example' }] });
  });

  it('has its metadata from its head when the header is gone', async () => {
    const metas =
      '<meta name="DC.Title" content="The Quay"><meta name="marcrel.aut" content="Example, A. B. (Ada Bea), 1832-1898"><meta name="marcrel.trl" content="Plato, 428? BCE-348? BCE">';
    const book = await readFile('a.html', titled('The Quay, by Ada | Project Gutenberg', metas));
    expect(book.metadata).toMatchObject({
      title: 'The Quay',
      authors: [{ name: 'A. B. Example', sortName: 'Example, A. B. (Ada Bea)' }],
      contributors: [{ name: 'Plato', role: 'trl' }],
    });
  });

  it.each([
    ['The Project Gutenberg eBook of The Quay, by Ada Example.', 'The Quay', ['Ada Example']],
    ["Project Gutenberg's The Quay, by Ada Example", 'The Quay', ['Ada Example']],
    ['The Quay, by Ada Example—A Project Gutenberg eBook', 'The Quay', ['Ada Example']],
    ['The Quay by Night, a Project Gutenberg eBook', 'The Quay by Night', []],
    ['The Quay | Project Gutenberg', 'The Quay', []],
    ['The Quay, by Night', 'The Quay, by Night', []],
    ['The Story of Project Gutenberg', 'The Story of Project Gutenberg', []],
  ])('has title and author in its title: %s', async (title, own, authors) => {
    const { metadata } = await readFile('a.html', titled(title, ''));
    expect(metadata.title).toBe(own);
    expect(metadata.authors.map(({ name }) => name)).toEqual(authors);
  });
});

describe('a document of another program', () => {
  it('that is a comic book is named with what reads its pages', async () => {
    const problem = await refusalOf(readFile('a.cbz', await buildZip([{ name: '1.jpg', data: 'x' }])));
    expect(problem).toBe(
      'book-unsupported: The file is a comic book (CBZ). Text recognition reads its pages (--ocr). It needs tesseract. Expected an EPUB, PDF, DOCX, ODT, TXT, Markdown, HTML or FB2 file.',
    );
  });
});
