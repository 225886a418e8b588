import { describe, expect, it } from 'vitest';
import { makeReadAlong } from '../helpers/make-read-along.ts';
import { buildPdf } from '../helpers/pdf-builder.ts';
import type { PdfText } from '../helpers/pdf-builder.ts';
import { booksSort } from '../../src/pipeline/read/read-once.ts';
import { folderStore } from '../../src/pipeline/store/folder-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Returns text in pieces of one line each; every other piece is set in a font of its own. */
function line(y: number, font: string, ...pieces: readonly string[]): PdfText[] {
  let column = 0;
  return pieces.map((text, index) => {
    const x = 72 + column * 6;
    column += text.length;
    return { x, y, text, font: index % 2 === 0 ? 'mono' : font };
  });
}

const bytes = buildPdf({
  pages: [
    {
      texts: [
        { x: 72, y: 70, text: 'The Heron', size: 20, font: 'bold' },
        ...line(100, 'italic', 'It was a long day, and nobody knew <it>. ', 'Never & nowhere! Not a'),
        ...line(112, 'italic', '', 'soul', ' was on the quay, and the boat was gone since the morning.'),
        ...line(148, 'bold', 'It was a long night, and ', 'everybody', ' knew that the old man was out.'),
      ],
    },
  ],
  fonts: { italic: { entries: '/BaseFont /ABCDEF+Courier-Oblique' } },
});

describe('the read-along of a PDF', () => {
  it('has its italics and bold type, inside of the sentences', async () => {
    const { chapter, warnings } = await makeReadAlong({ name: 'a.pdf', bytes, inSentences: true });
    expect(warnings).toEqual([]);
    expect(chapter).toContain('<h1><span id="s1">The Heron</span></h1>');
    expect(chapter).toContain(
      '<p><span id="s2">It was a long day, and nobody knew &lt;it&gt;.</span> <span id="s3"><em>Never &amp; nowhere!</em></span> ' +
        '<span id="s4"><em>Not a soul</em> was on the quay, and the boat was gone since the morning.</span> ' +
        '<span id="s5">It was a long night, and <strong>everybody</strong> knew that the old man was out.</span></p>',
    );
  });

  it('keeps them when the book is stored, to be read once', async () => {
    const { book } = await makeReadAlong({ name: 'a.pdf', bytes });
    const folder = await temporaryFolder();
    const store = folderStore(folder, booksSort);
    await store.write('ab12', book);
    const stored = await store.read('ab12');
    const blocks = stored?.chapters.flatMap((one) => one.blocks) ?? [];
    expect(blocks.map(({ text, emphasis = [] }) => emphasis.map(({ from, to }) => text.slice(from, to)))).toEqual([
      [],
      ['Never & nowhere! Not a soul', 'everybody'],
    ]);
  });
});
