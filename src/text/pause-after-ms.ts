import type { BlockKind } from '../core/book.ts';
import { endsSentence } from './ends-sentence.ts';

/** All pauses of an audiobook, in milliseconds. */
export const pausesMs = {
  sentence: 250,
  clause: 120,
  voiceChange: 60,
  line: 350,
  item: 400,
  paragraph: 600,
  heading: 1000,
  sceneBreak: 1500,
  chapterStart: 500,
  chapterEnd: 1500,
} as const;

const betweenEqualKindsMs: Readonly<Partial<Record<BlockKind, number>>> = {
  verse: pausesMs.line,
  code: pausesMs.line,
  'list-item': pausesMs.item,
  'table-row': pausesMs.item,
};

/**
 * Returns the pause after a block, in milliseconds, by its kind and the next block's; `undefined` is the end of the chapter.
 * A scene break replaces the pause before it.
 */
export function pauseAfterMs(kind: BlockKind, next: BlockKind | undefined): number {
  if (next === undefined) return pausesMs.chapterEnd;
  if (next === 'scene-break') return 0;
  if (kind === 'scene-break') return pausesMs.sceneBreak;
  // The speech follows its speaker like the next sentence.
  if (kind === 'speaker' && next !== 'heading') return pausesMs.sentence;
  if (kind === 'heading' || next === 'heading') return pausesMs.heading;
  return kind === next ? (betweenEqualKindsMs[kind] ?? pausesMs.paragraph) : pausesMs.paragraph;
}

/** Returns the pause after a segment in the middle of a block, in milliseconds; 0 where a sentence was cut between words. */
export function pauseInsideMs(segment: string): number {
  if (endsSentence(segment.slice(-8))) return pausesMs.sentence;
  return /[\p{P}]$/u.test(segment) ? pausesMs.clause : 0;
}

/** Returns the pause after a part of a sentence that goes on in another voice, in milliseconds: `“Yes!”` in `“Yes!” she said.` */
export function pauseAtVoiceChangeMs(part: string): number {
  return /[\p{P}]$/u.test(part) ? pausesMs.clause : pausesMs.voiceChange;
}
