import { describe, expect, it } from 'vitest';
import type { PlacedDocument, PlacedText } from '../../src/core/placed-text.ts';
import { clipDocuments, clipsLengthMs, documentOverlay } from '../../src/timed-text/read-along/document-overlays.ts';
import type { TimedChapter } from '../../src/timed-text/timed-chapter.ts';

type Range = readonly [startSeconds: number, endSeconds: number];

/** A chapter of blocks, each with the times of its sentences; a sentence without a time is not in the audio. */
function chapter(
  [startSeconds, endSeconds]: Range,
  ...blocks: readonly (readonly (Range | undefined)[])[]
): TimedChapter {
  return {
    title: 'One',
    startSeconds,
    endSeconds,
    blocks: blocks.map((times) => ({
      kind: 'paragraph',
      text: 'x'.repeat(times.length),
      level: undefined,
      language: undefined,
      sentences: times.map((time, at) => ({
        from: at,
        to: at + 1,
        heard: time && { startSeconds: time[0], endSeconds: time[1] },
      })),
    })),
  };
}

/** A document with spans: sentence, part and characters of each. */
function document(path: string, ...spans: readonly (readonly [number, number, number])[]): PlacedDocument {
  return {
    path,
    encoding: 'ascii',
    idPrefix: 'n',
    spans: spans.map(([sentence, part, characters]) => {
      return { sentence, part, characters, start: 0, end: 0, element: 'span' };
    }),
  };
}

function placed(...documents: readonly PlacedDocument[]): PlacedText {
  return { documents, unplaced: [] };
}

describe('the clips of documents', () => {
  it('cover their chapters without gap or overlap, whatever has no place or no time', () => {
    const chapters = [
      chapter([0, 10], [[1, 2], [2.5, 4], undefined], [[5, 6]]),
      chapter(
        [10, 20.0009],
        [[11, 12]],
        [
          [13, 14],
          [15, 16],
        ],
      ),
    ];
    // The second sentence is an announcement, and the last one stands in a document of its own.
    const text = placed(document('a', [0, 0, 3], [3, 0, 3], [4, 0, 3], [5, 0, 3]), document('b', [6, 0, 4]));
    expect(clipDocuments(chapters, text)).toEqual([
      {
        document: 0,
        clips: [
          { textId: 'n1', chapter: 0, beginMs: 0, endMs: 5000 },
          { textId: 'n2', chapter: 0, beginMs: 5000, endMs: 10_000 },
          { textId: 'n3', chapter: 1, beginMs: 0, endMs: 3000 },
          { textId: 'n4', chapter: 1, beginMs: 3000, endMs: 5000 },
        ],
      },
      { document: 1, clips: [{ textId: 'n1', chapter: 1, beginMs: 5000, endMs: 10_000 }] },
    ]);
  });

  it('of a sentence in several parts share its time by their length, in the order in which it is read', () => {
    const text = placed(document('a', [1, 0, 5], [0, 1, 1]), document('b', [0, 0, 3]));
    expect(clipDocuments([chapter([0, 6], [[0.1, 3.9]], [[4, 5]])], text)).toEqual([
      {
        document: 0,
        clips: [
          { textId: 'n2', chapter: 0, beginMs: 3000, endMs: 4000 },
          { textId: 'n1', chapter: 0, beginMs: 4000, endMs: 6000 },
        ],
      },
      { document: 1, clips: [{ textId: 'n1', chapter: 0, beginMs: 0, endMs: 3000 }] },
    ]);
  });

  it('always have a duration, and a document without any has no overlay', () => {
    const chapters = [
      chapter(
        [0, 1],
        [
          [0, 0.5],
          [0.5001, 0.5002],
        ],
        [[0.5003, 1]],
      ),
    ];
    const text = placed(document('a', [0, 0, 1]), document('b', [1, 0, 1]), document('c', [2, 0, 1]));
    const clipped = clipDocuments(chapters, text);
    expect(clipped.map(({ document: index, clips }) => [index, clipsLengthMs(clips)])).toEqual([
      [0, 500],
      [2, 500],
    ]);
  });

  it('are written with references to the document and the audio of their chapter', () => {
    const clips = [{ textId: 'n1', chapter: 3, beginMs: 0, endMs: 75_432 }];
    const smil = documentOverlay(clips, { page: '../a&b.xhtml', audio: (number) => `${number}.m4a` });
    expect(smil).toContain(
      '<text src="../a&amp;b.xhtml#n1"/><audio src="3.m4a" clipBegin="0.000s" clipEnd="75.432s"/>',
    );
  });
});
