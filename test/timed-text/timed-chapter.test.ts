import { describe, expect, it } from 'vitest';
import type { Block, BlockKind } from '../../src/core/book.ts';
import { planChapter } from '../../src/pipeline/plan/plan.ts';
import { timedChapter } from '../../src/timed-text/timed-chapter.ts';
import type { SpokenPart, TimedBlock } from '../../src/timed-text/timed-chapter.ts';

const options = { limit: { max: 40, unit: 'chars' as const }, target: 40, language: 'en', bySentence: true };

/** Plans blocks and times them: every segment takes a second. */
function timed(...texts: readonly (readonly [BlockKind, string])[]): readonly TimedBlock[] {
  const blocks = texts.map(([kind, text]): Block => ({ kind, text, document: 'one.xhtml' }));
  const { segments } = planChapter({ title: 'One', titleSource: 'heading', blocks }, { chapter: 0, index: 0 }, options);
  const parts = segments.flatMap(({ text, index, sentences: [sentence] = [], spoken }): SpokenPart[] =>
    sentence
      ? [
          {
            text,
            block: sentence.block,
            sentence: sentence.number,
            heard: spoken ? { startSeconds: index, endSeconds: index + 1 } : undefined,
          },
        ]
      : [],
  );
  return timedChapter({ title: 'One', startSeconds: 0, endSeconds: 99, blocks, parts }).blocks;
}

const shown = ({ text, sentences }: TimedBlock) => sentences.map(({ from, to }) => text.slice(from, to));

describe('a timed chapter', () => {
  it('finds every sentence in the original text, white space and markers included', () => {
    const [heading, first, rest, code] = timed(
      ['heading', 'One'],
      ['paragraph', '<<He  came .>>  “No .” …'],
      ['scene-break', ''],
      ['code', 'let a;\n  let b = a < b << 2;'],
    );
    expect(heading && shown(heading)).toEqual(['One']);
    expect(first && shown(first)).toEqual(['He  came .', '“No .” …']);
    expect(rest?.sentences).toEqual([]);
    expect(code && shown(code)).toEqual(['let a;\n  let b = a < b << 2;']);
  });

  it('joins the parts of a sentence that was cut', () => {
    const [only] = timed(['paragraph', 'He walked on and on and on, over the hill and the next hill. He slept.']);
    expect(only && shown(only)).toEqual(['He walked on and on and on, over the hill and the next hill.', 'He slept.']);
    expect(only?.sentences.map(({ heard }) => heard)).toEqual([
      { startSeconds: 1, endSeconds: 3 },
      { startSeconds: 3, endSeconds: 4 },
    ]);
  });

  it('handles cut words without spaces and loses none', () => {
    const text = '这是一个很长的句子'.repeat(12);
    const [only] = timed(['paragraph', `${text}。短。`]);
    expect(only && shown(only)).toEqual([`${text}。`, '短。']);
  });

  it('shows a sentence that is not heard, without a time', () => {
    const [only] = timed(['paragraph', '* * *']);
    expect(only?.sentences).toEqual([{ from: 0, to: 5, heard: undefined }]);
  });
});
