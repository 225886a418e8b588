import type { BlockKind } from '../core/book.ts';
import { endsSentence } from './ends-sentence.ts';

/** The usual pauses of an audiobook, in milliseconds. */
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

/** The pauses of one audiobook, in milliseconds. */
export type Pauses = Readonly<Record<keyof typeof pausesMs, number>>;

/**
 * Pauses by a name, in milliseconds. Of two pages of a novel by Kokoro, 19 % are silent with `tight`, 20 % with `normal` and 22 % with
 * `wide` (test/bench/natural.mjs), most of it within sentences and between those that are spoken at once.
 */
export const pausePresets = {
  tight: {
    sentence: 200,
    clause: 100,
    voiceChange: 50,
    line: 250,
    item: 300,
    paragraph: 400,
    heading: 700,
    sceneBreak: 1000,
    chapterStart: 400,
    chapterEnd: 1000,
  },
  normal: pausesMs,
  wide: {
    sentence: 400,
    clause: 200,
    voiceChange: 80,
    line: 500,
    item: 600,
    paragraph: 900,
    heading: 1500,
    sceneBreak: 2500,
    chapterStart: 800,
    chapterEnd: 2500,
  },
} as const satisfies Readonly<Record<string, Pauses>>;

/** Name of a set of pauses. */
export type PausePreset = keyof typeof pausePresets;

/** Returns the pauses of a preset at a speed relative to that of a voice. Faster speech has shorter pauses. */
export function pausesAtSpeed(speed = 1, preset: PausePreset = 'normal'): Pauses {
  const usual = pausePresets[preset];
  const entries = Object.entries(usual).map(([name, milliseconds]) => [name, Math.round(milliseconds / speed)]);
  return { ...usual, ...Object.fromEntries(entries) };
}

const betweenEqualKinds: Readonly<Partial<Record<BlockKind, keyof Pauses>>> = {
  verse: 'line',
  code: 'line',
  'list-item': 'item',
  'table-row': 'item',
};

/**
 * Returns the pause after a block, in milliseconds, by its kind and the next block's; `undefined` is the end of the chapter.
 * A scene break replaces the pause before it.
 */
export function pauseAfterMs(kind: BlockKind, next: BlockKind | undefined, pauses: Pauses = pausesMs): number {
  return next === 'scene-break' ? 0 : pauses[pauseBetween(kind, next)];
}

function pauseBetween(kind: BlockKind, next: BlockKind | undefined): keyof Pauses {
  if (next === undefined) return 'chapterEnd';
  if (kind === 'scene-break') return 'sceneBreak';
  // The speech follows its speaker like the next sentence.
  if (kind === 'speaker' && next !== 'heading') return 'sentence';
  if (kind === 'heading' || next === 'heading') return 'heading';
  return (kind === next && betweenEqualKinds[kind]) || 'paragraph';
}

/** Returns the pause after a segment in the middle of a block, in milliseconds; 0 where a sentence was cut between words. */
export function pauseInsideMs(segment: string, pauses: Pick<Pauses, 'sentence' | 'clause'> = pausesMs): number {
  if (endsSentence(segment.slice(-8))) return pauses.sentence;
  return /[\p{P}]$/u.test(segment) ? pauses.clause : 0;
}

/** Returns the pause after a part of a sentence that goes on in another voice, in milliseconds: `“Yes!”` in `“Yes!” she said.` */
export function pauseAtVoiceChangeMs(part: string, pauses: Pauses = pausesMs): number {
  return /[\p{P}]$/u.test(part) ? pauses.clause : pauses.voiceChange;
}
