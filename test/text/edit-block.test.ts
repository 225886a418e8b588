import { describe, expect, it } from 'vitest';
import { editBlock } from '../../src/text/edit-block.ts';

describe('editBlock', () => {
  const text = 'He paid £5 for „Werther“, 2 vols, in 1774.';
  const at = (part: string, more = {}) => ({ from: text.indexOf(part), to: text.indexOf(part) + part.length, ...more });
  const block = {
    kind: 'paragraph',
    text,
    document: 'x',
    ranges: [at('„Werther“', { language: 'de' }), at('1774')],
  } as const;
  const edit = (part: string, words: string) => ({ first: at(part).from, last: at(part).to, text: words });

  it('moves the ranges of a block along with its edits', () => {
    const edited = editBlock(block, [
      edit('£5', 'five pounds'),
      edit('2', 'two'),
      edit('in 1774', 'in seventeen seventy-four'),
    ]);
    expect(edited.text).toBe('He paid five pounds for „Werther“, two vols, in seventeen seventy-four.');
    expect(edited.ranges?.map(({ from, to }) => edited.text.slice(from, to))).toEqual([
      '„Werther“',
      'in seventeen seventy-four',
    ]);
    expect(edited.ranges?.[0]).toMatchObject({ language: 'de' });
  });

  it('drops a range that was left out and keeps a block without edits', () => {
    expect(editBlock(block, [edit('„Werther“', '')]).ranges).toHaveLength(1);
    expect(editBlock(block, [])).toBe(block);
  });
});
