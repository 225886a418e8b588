import { describe, expect, it } from 'vitest';
import type { Block, BlockRange } from '../../src/core/book.ts';
import { blockParts } from '../../src/pipeline/plan/block-parts.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';

/** Returns a paragraph in which `[role:` and `]` stand around what a role says, and `[fr=` around another language. */
function paragraph(marked: string): Block {
  const ranges: BlockRange[] = [];
  const open: { readonly from: number; readonly sign: string }[] = [];
  let text = '';
  for (const [token, sign] of marked.matchAll(/\[(\w+[:=])|\]|[^[\]]+/gu)) {
    if (sign !== undefined) open.push({ from: text.length, sign });
    else if (token !== ']') text += token;
    else {
      const { from = 0, sign: name = '' } = open.pop() ?? {};
      const value = name.slice(0, -1);
      ranges.push({ from, to: text.length, ...(name.endsWith(':') ? { role: value } : { language: value }) });
    }
  }
  return { kind: 'paragraph', text, document: 'a.xhtml', ranges };
}

function shown(marked: string): string[] {
  return blockParts(paragraph(marked), 'en').map(({ text, language, role, isOpen }) =>
    [role ?? '-', language, text, isOpen ? 'open' : 'closed'].join('|'),
  );
}

describe('blockParts', () => {
  it('gives each speaker of a sentence a part', () => {
    expect(shown('[anne:“Yes!”] she said. [anne:“I do.”]')).toEqual([
      'anne|en|“Yes!”|open',
      '-|en| she said. |closed',
      'anne|en|“I do.”|closed',
    ]);
  });

  it('leaves marks with what stands before them and joins what cannot be spoken', () => {
    expect(shown('— [anne:« Oui »], dit-elle. [bob:« … »]')).toEqual([
      'anne|en|— « Oui »,|open',
      '-|en| dit-elle. « … »|closed',
    ]);
  });

  it('lets the innermost range decide on language and speaker apart', () => {
    expect(shown('[anne:“Say [fr=bonjour] now,”] he read.')).toEqual([
      'anne|en|“Say |open',
      'anne|fr|bonjour|open',
      'anne|en| now,”|open',
      '-|en| he read.|closed',
    ]);
  });

  it('ignores ranges that are not in the text', () => {
    const ranges = [
      { from: 3, to: 90, role: 'anne' },
      { from: 4, to: 4, role: 'bob' },
    ];
    expect(blockParts({ text: 'Short.', ranges }, 'en')).toEqual([
      { text: 'Short.', language: 'en', role: undefined, isOpen: false, isSameSentence: false },
    ]);
  });
});

describe('planBook with ranges', () => {
  const options = { limit: { max: 400, unit: 'chars' as const }, target: 200, language: 'en' };

  function segmentsOf(marked: string, bySentence = false) {
    const chapter = { title: 'One', titleSource: 'contents' as const, blocks: [paragraph(marked)] };
    return planBook([chapter], { ...options, bySentence }).chapters.flatMap(({ segments }) => segments.slice(1));
  }

  it('pauses shortly inside of a sentence and as usual between sentences', () => {
    const segments = segmentsOf('[anne:“Yes!”] she said. [bob:“No.”] He left [anne:“here”] and sat.');
    expect(segments.map(({ role, pauseMs }) => [role, pauseMs])).toEqual([
      ['anne', 120],
      [undefined, 250],
      ['bob', 250],
      [undefined, 60],
      ['anne', 120],
      [undefined, 1500],
    ]);
  });

  it('keeps a sentence whole that goes on in another language, and divides it between speakers', () => {
    const segments = segmentsOf('She said [fr=bonjour] twice. [anne:“Did I?”] she asked.', true);
    expect(segments.map(({ sentences }) => sentences?.map(({ number }) => number))).toEqual([[0], [0], [0], [1], [2]]);
  });
});
