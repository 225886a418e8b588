import { describe, expect, it } from 'vitest';
import type { Block, BlockRange } from '../../src/core/book.ts';
import type { Delivery } from '../../src/core/delivery.ts';
import { blockParts } from '../../src/pipeline/plan/block-parts.ts';
import type { SaysDelivery } from '../../src/pipeline/plan/directed-parts.ts';
import { planBook } from '../../src/pipeline/plan/plan.ts';
import type { PlanOptions } from '../../src/pipeline/plan/plan.ts';
import { seededRandom } from '../helpers/seeded-random.ts';

const whispered: Delivery = { manner: 'whispered' };
const anywhere: SaysDelivery = () => 'anywhere';
const sentences: SaysDelivery = () => 'sentences';

/** Returns the range of some words of a text. */
function rangeOf(text: string, words: string, more: Omit<BlockRange, 'from' | 'to'>): BlockRange {
  const from = text.indexOf(words);
  return { from, to: from + words.length, ...more };
}

function shown(text: string, ranges: readonly BlockRange[], says?: SaysDelivery): string[] {
  return blockParts({ text, ranges }, 'en', says).map((part) =>
    [part.delivery?.manner ?? '-', part.text, ...(part.beatMs ? [part.beatMs] : [])].join('|'),
  );
}

function paragraph(text: string, ranges?: readonly BlockRange[]): Block {
  return { kind: 'paragraph', text, document: 'a.xhtml', ranges };
}

function planned(block: Block, options: Partial<PlanOptions> = {}) {
  const plan = planBook([{ title: 'One', titleSource: 'number', blocks: [block] }], {
    limit: { max: 5000, unit: 'chars' },
    target: 600,
    language: 'en',
    ...options,
  });
  return plan.chapters[0]?.segments.slice(1) ?? [];
}

describe('a delivery', () => {
  const text = 'He rose. “Never again,” she whispered. He left.';

  it('cuts a sentence for a voice that is told of it', () => {
    expect(shown(text, [rangeOf(text, '“Never again,”', { delivery: whispered })], anywhere)).toEqual([
      '-|He rose. ',
      'whispered|“Never again,”',
      '-| she whispered. He left.',
    ]);
  });

  it('takes the whole sentence, or none of it, with another pace', () => {
    expect(shown(text, [rangeOf(text, '“Never again,”', { delivery: whispered })], sentences)).toEqual([
      '-|He rose.',
      'whispered| “Never again,” she whispered.',
      '-| He left.',
    ]);
    const long = 'He rose. “No,” she whispered after a long while. He left.';
    expect(shown(long, [rangeOf(long, '“No,”', { delivery: whispered })], sentences)).toEqual([`-|${long}`]);
  });

  it('takes what is cut anyway, because another voice speaks it', () => {
    const ranges = [rangeOf(text, '“Never again,”', { delivery: whispered, role: 'anne' })];
    expect(shown(text, ranges, sentences)).toEqual([
      '-|He rose. ',
      'whispered|“Never again,”',
      '-| she whispered. He left.',
    ]);
  });

  it('cuts nothing where no voice says it', () => {
    expect(shown(text, [rangeOf(text, '“Never again,”', { delivery: whispered })])).toEqual([`-|${text}`]);
  });

  it('of the innermost range decides, also a neutral one', () => {
    const outer = { from: 0, to: text.length, delivery: { manner: 'sad' as const } };
    const inner = rangeOf(text, '“Never again,”', { delivery: { manner: 'neutral' } });
    expect(shown(text, [outer, inner], anywhere)).toEqual([
      'sad|He rose. ',
      '-|“Never again,”',
      'sad| she whispered. He left.',
    ]);
  });

  it('is with each segment, and in a plan by sentence the sentences keep their numbers', () => {
    const ranges = [rangeOf(text, '“Never again,”', { delivery: whispered })];
    const segments = planned(paragraph(text, ranges), { says: anywhere, bySentence: true });
    expect(segments.map((one) => [one.text, one.delivery?.manner, one.sentences?.[0]?.number, one.pauseMs])).toEqual([
      ['He rose.', undefined, 0, 250],
      ['“Never again,”', 'whispered', 1, 120],
      ['she whispered.', undefined, 1, 250],
      ['He left.', undefined, 2, 1500],
    ]);
  });
});

describe('a beat', () => {
  const text = 'She said no. He knew it, and left. “Why?” Nobody.';

  it('is added to the pause after its range, with the marks behind it', () => {
    expect(
      shown(text, [rangeOf(text, 'She said no', { beatMs: 800 }), rangeOf(text, '“Why', { beatMs: 300 })]),
    ).toEqual(['-|She said no.|800', '-| He knew it, and left. “Why?”|300', '-| Nobody.']);
    const segments = planned(paragraph(text, [rangeOf(text, 'She said no.', { beatMs: 800 })]));
    expect(segments.map(({ pauseMs }) => pauseMs)).toEqual([1050, 1500]);
  });

  it('inside a sentence cuts it, and at the end of a block comes before the pause of the block', () => {
    const segments = planned(
      paragraph(text, [rangeOf(text, 'He knew it', { beatMs: 400 }), rangeOf(text, 'Nobody.', { beatMs: 2000 })]),
    );
    expect(segments.map((one) => [one.text, one.pauseMs])).toEqual([
      ['She said no. He knew it,', 520],
      ['and left. “Why?” Nobody.', 3500],
    ]);
  });
});

it('loses and doubles nothing, wherever ranges begin and end', () => {
  const random = seededRandom(46);
  const text =
    'He rose. “Never — again,” she “said” (to him)… »Ja«, sagte er! 「はい」と言った。 Then: 3.5 % of it; no more.';
  const at = (): number => Math.floor(random() * (text.length + 1));
  for (let trial = 0; trial < 2000; trial += 1) {
    const ranges = Array.from({ length: 1 + (trial % 5) }, (_, index): BlockRange => {
      const [from, to] = [at(), at()].toSorted((a, b) => a - b) as [number, number];
      const role = index % 3 === 0 ? { role: 'anne' } : {};
      const beat = index % 2 === 0 ? { beatMs: 300 } : {};
      return { from, to, delivery: trial % 2 === 0 ? whispered : { manner: 'neutral' }, ...role, ...beat };
    });
    const parts = blockParts({ text, ranges }, 'en', trial % 3 === 0 ? sentences : anywhere);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    // Throws when a character is lost or doubled.
    planned(paragraph(text, ranges), { says: trial % 3 === 0 ? sentences : anywhere, bySentence: trial % 7 === 0 });
  }
});
