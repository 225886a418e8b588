import type { BlockKind } from '../core/book.ts';
import { endsSentence } from './ends-sentence.ts';

/** Every silence of an audiobook, in milliseconds. */
export const pausesMs = {
  sentence: 250,
  clause: 120,
  line: 350,
  item: 400,
  paragraph: 600,
  heading: 1000,
  sceneBreak: 1500,
  chapterStart: 500,
  chapterEnd: 1500,
} as const;

const betweenAlikeMs: Readonly<Partial<Record<BlockKind, number>>> = {
  verse: pausesMs.line,
  code: pausesMs.line,
  'list-item': pausesMs.item,
  'table-row': pausesMs.item,
};

/**
 * The silence after a block, in milliseconds, by what it is and what follows; `undefined` is the chapter's end. A scene break is one
 * pause that takes the place of the one before it.
 */
export function pauseAfterMs(kind: BlockKind, next: BlockKind | undefined): number {
  if (next === undefined) return pausesMs.chapterEnd;
  if (next === 'scene-break') return 0;
  if (kind === 'scene-break') return pausesMs.sceneBreak;
  if (kind === 'heading' || next === 'heading') return pausesMs.heading;
  return kind === next ? (betweenAlikeMs[kind] ?? pausesMs.paragraph) : pausesMs.paragraph;
}

/** The silence after a segment that its block goes on behind, in milliseconds; a sentence that had to be cut between words gets none. */
export function pauseInsideMs(segment: string): number {
  if (endsSentence(segment.slice(-8))) return pausesMs.sentence;
  return /[\p{P}]$/u.test(segment) ? pausesMs.clause : 0;
}
