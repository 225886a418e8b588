import { describe, expect, it } from 'vitest';
import type { PlacedDocument, TagEncoding } from '../../../src/core/placed-text.ts';
import { editableText } from '../../../src/book/epub/rewrite/editable-text.ts';
import { spanEdits } from '../../../src/book/epub/rewrite/heard-document.ts';

const span = (start: number, end: number, element = 'span') => ({ start, end, element });
const splice = (bytes: Buffer, document: PlacedDocument): Buffer => {
  const text = editableText(bytes, document.encoding);
  return text.apply(spanEdits(text, document));
};
const documentOf = (spans: readonly ReturnType<typeof span>[], encoding: TagEncoding = 'ascii'): PlacedDocument => ({
  path: 'a.xhtml',
  encoding,
  idPrefix: 's',
  spans: spans.map((one, sentence) => ({ ...one, sentence, part: 0, characters: 1 })),
});

describe('spanEdits', () => {
  it('puts an element with a new id around each span', () => {
    const bytes = splice(
      Buffer.from('<h:p>One. Two.</h:p>'),
      documentOf([span(5, 9, 'h:span'), span(10, 14, 'h:span')]),
    );
    expect(bytes.toString()).toBe('<h:p><h:span id="s1">One.</h:span> <h:span id="s2">Two.</h:span></h:p>');
  });

  it.each(['utf-16le', 'utf-16be'] as const)('writes the tags in %s', (encoding) => {
    const wide = (text: string): Buffer => {
      const bytes = Buffer.from(text, 'utf16le');
      return encoding === 'utf-16le' ? bytes : bytes.swap16();
    };
    const bytes = splice(wide('\uFEFF<p>Žluť</p>'), documentOf([span(8, 16)], encoding));
    expect(bytes.equals(wide('\uFEFF<p><span id="s1">Žluť</span></p>'))).toBe(true);
  });

  it('can be made with other edits before, in and after a span', () => {
    const source = editableText(Buffer.from('<head></head><p>One.</p>'));
    const edits = [6, 18, 20].map((at) => ({ start: at, end: at, text: '<!-- -->' }));
    expect(source.apply([...edits, ...spanEdits(source, documentOf([span(16, 20)]))]).toString()).toBe(
      '<head><!-- --></head><p><span id="s1">On<!-- -->e.<!-- --></span></p>',
    );
  });

  it('keeps every byte of any document, in order', () => {
    let seed = 7;
    const below = (limit: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    for (let round = 0; round < 50; round += 1) {
      const source = Buffer.from(Array.from({ length: below(300) + 2 }, () => below(256)));
      const cuts = [...new Set(Array.from({ length: below(20) }, () => below(source.length)))].toSorted(
        (a, b) => a - b,
      );
      const spans = cuts.slice(1).flatMap((end, index) => (index % 2 === 0 ? [span(cuts[index] ?? 0, end)] : []));
      const bytes = splice(source, documentOf(spans));
      const without = bytes.toString('latin1').replaceAll(/<span id="s\d+">|<\/span>/gu, '');
      expect(Buffer.from(without, 'latin1').equals(source)).toBe(true);
    }
  });
});
