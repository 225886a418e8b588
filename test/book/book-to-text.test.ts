import { describe, expect, it } from 'vitest';
import { bookToJson, bookToMarkdown, bookToText } from '../../src/book/book-to-text.ts';
import type { Block, Book } from '../../src/core/book.ts';

const block = (kind: Block['kind'], text: string, level?: number): Block => ({
  kind,
  text,
  document: 'page 1',
  ...(level === undefined ? {} : { level }),
});

const book: Book = {
  metadata: {
    title: 'The *Quiet* Harbour',
    authors: [{ name: 'Ann Writer' }],
    contributors: [],
    language: 'en',
    languageSource: 'declared',
    subjects: [],
  },
  cover: { bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/png' },
  chapters: [
    {
      title: 'Dawn',
      titleSource: 'contents',
      blocks: [
        block('heading', 'Dawn', 1),
        block('paragraph', 'It was [early].'),
        block('verse', 'The sea is wide,\nThe sky is low'),
        block('speaker', 'Anna'),
        block('verse', 'And the night is long'),
        block('scene-break', ''),
        block('list-item', 'rope'),
        block('list-item', 'tar'),
      ],
    },
    { title: 'Noon', titleSource: 'number', blocks: [block('paragraph', '1. It was late.')] },
  ],
  leftOut: [{ document: 'page 1', reason: 'cover', words: 0 }],
  warnings: [],
};

describe('a book as text', () => {
  it('has a blank line between paragraphs and keeps lines of verse together', () => {
    expect(bookToText(book)).toBe(
      'Dawn\n\nIt was [early].\n\nThe sea is wide,\nThe sky is low\n\nAnna\n\nAnd the night is long\n\n* * *\n\nrope\ntar\n\n\n1. It was late.\n',
    );
  });

  it('is Markdown with escaped text', () => {
    expect(bookToMarkdown(book)).toBe(
      String.raw`# The \*Quiet\* Harbour

*Ann Writer*

## Dawn

It was \[early\].

The sea is wide,··
The sky is low··

**Anna**

And the night is long··

* * *

- rope
- tar

## Noon

1\. It was late.
`.replaceAll('·', ' '),
    );
  });

  it('is JSON without the cover', () => {
    const json = bookToJson(book);
    expect(json.chapters).toEqual(book.chapters);
    expect(json.leftOut).toEqual(book.leftOut);
    expect(Object.keys(json)).toEqual(['metadata', 'chapters', 'leftOut', 'warnings']);
  });
});
