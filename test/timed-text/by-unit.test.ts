import { describe, expect, it } from 'vitest';
import { byUnit, countWordTimes } from '../../src/timed-text/read-along/by-unit.ts';
import type { TimedChapter } from '../../src/timed-text/timed-chapter.ts';

const text = 'He said: “Go on!” Then – it rained.';
const at = text.indexOf('Then');

function chapter(language: string | undefined, of = text, split = at): TimedChapter {
  const heard = { startSeconds: 10, endSeconds: 12 };
  const later = { startSeconds: 12.5, endSeconds: 14 };
  const sentences = [
    { from: 0, to: of.slice(0, split).trimEnd().length, heard },
    { from: split, to: of.length, heard: later },
  ];
  const block = { kind: 'paragraph' as const, text: of, level: undefined, language, sentences };
  return { title: 'One', startSeconds: 9, endSeconds: 15, blocks: [block] };
}

function unitsOf(chapters: readonly TimedChapter[]): [string, number | undefined][] {
  return chapters.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.sentences.map(({ from, to, heard }): [string, number | undefined] => [
        block.text.slice(from, to),
        heard && Math.round(heard.startSeconds * 100) / 100,
      ]),
    ),
  );
}

describe('the units of a read-along', () => {
  it('are sentences as they are', () => {
    const chapters = [chapter(undefined)];
    expect(byUnit(chapters, 'sentence', 'en')).toBe(chapters);
  });

  it('are words with their punctuation, which share the time of their sentence by their length', () => {
    expect(unitsOf(byUnit([chapter(undefined)], 'word', 'en'))).toEqual([
      ['He', 10],
      ['said:', 10.29],
      ['“Go', 11],
      ['on!”', 11.43],
      ['Then –', 12.5],
      ['it', 13.1],
      ['rained.', 13.3],
    ]);
  });

  it('are words at the times that are known, and between them by their length', () => {
    const known = chapter(undefined);
    const words = [
      { from: 3, startSeconds: 10.2 },
      // Before the word that precedes it, and after its sentence: such times are left out.
      { from: 10, startSeconds: 10.1 },
      { from: 13, startSeconds: 12.5 },
    ];
    const blocks = known.blocks.map((block) => ({
      ...block,
      sentences: block.sentences.map((sentence, index) => (index === 0 ? { ...sentence, words } : sentence)),
    }));
    const chapters = [{ ...known, blocks }];
    expect(unitsOf(byUnit(chapters, 'word', 'en'))).toEqual([
      ['He', 10],
      ['said:', 10.2],
      ['“Go', 10.95],
      ['on!”', 11.4],
      ['Then –', 12.5],
      ['it', 13.1],
      ['rained.', 13.3],
    ]);
    expect(countWordTimes(chapters, 'en')).toEqual({ known: 3, estimated: 4 });
  });

  it('are words in languages without spaces, too', () => {
    const words = unitsOf(byUnit([chapter('ja', '吾輩は猫である。名前はまだ無い。', 8)], 'word', 'en')).map(
      ([word]) => word,
    );
    expect(words.join('')).toBe('吾輩は猫である。名前はまだ無い。');
    expect(words.length).toBeGreaterThan(5);
  });

  it('are paragraphs from their first sentence to their last', () => {
    expect(unitsOf(byUnit([chapter(undefined)], 'paragraph', 'en'))).toEqual([[text, 10]]);
  });

  it('leave alone what is not in the sound', () => {
    const silent = chapter(undefined);
    const blocks = silent.blocks.map((block) => ({
      ...block,
      sentences: block.sentences.map((sentence) => ({ ...sentence, heard: undefined })),
    }));
    expect(byUnit([{ ...silent, blocks }], 'word', 'en')).toEqual([{ ...silent, blocks }]);
    expect(byUnit([{ ...silent, blocks }], 'paragraph', 'en')).toEqual([{ ...silent, blocks }]);
  });
});
