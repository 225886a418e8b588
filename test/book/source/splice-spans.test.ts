import { describe, expect, it } from 'vitest';
import type { PlacedDocument, PlacedSpan, TagEncoding } from '../../../src/core/placed-text.ts';
import { spliceSpans } from '../../../src/book/epub/source/splice-spans.ts';

const span = (start: number, end: number, element = 'span'): PlacedSpan => ({
  block: 0,
  sentence: 0,
  part: 0,
  characters: 1,
  start,
  end,
  element,
});
const documentOf = (spans: readonly PlacedSpan[], encoding: TagEncoding = 'ascii'): PlacedDocument => ({
  path: 'a.xhtml',
  encoding,
  idPrefix: 's',
  spans,
});

describe('spliceSpans', () => {
  it('puts an element with a new id around each span', () => {
    const { bytes, spans } = spliceSpans(
      Buffer.from('<h:p>One. Two.</h:p>'),
      documentOf([span(5, 9, 'h:span'), { ...span(10, 14, 'h:span'), sentence: 1 }]),
    );
    expect(bytes.toString()).toBe('<h:p><h:span id="s1">One.</h:span> <h:span id="s2">Two.</h:span></h:p>');
    expect(spans.map(({ id, sentence }) => [id, sentence])).toEqual([
      ['s1', 0],
      ['s2', 1],
    ]);
  });

  it.each(['utf-16le', 'utf-16be'] as const)('writes the tags in %s', (encoding) => {
    const wide = (text: string): Buffer => {
      const bytes = Buffer.from(text, 'utf16le');
      return encoding === 'utf-16le' ? bytes : bytes.swap16();
    };
    const { bytes } = spliceSpans(wide('\uFEFF<p>Žluť</p>'), documentOf([span(8, 16)], encoding));
    expect(bytes.equals(wide('\uFEFF<p><span id="s1">Žluť</span></p>'))).toBe(true);
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
      const { bytes } = spliceSpans(source, documentOf(spans));
      const without = bytes.toString('latin1').replaceAll(/<span id="s\d+">|<\/span>/gu, '');
      expect(Buffer.from(without, 'latin1').equals(source)).toBe(true);
    }
  });
});
