import type { Block, BlockRange } from '../core/book.ts';
import { editBlock } from './edit-block.ts';
import type { TextEdit } from './edit-block.ts';

/** A text without the pauses that were written in it. */
export interface TextWithPauses {
  readonly text: string;
  /** Silences by the number of UTF-16 code units of the text before them, in order. */
  readonly pauses: readonly { readonly at: number; readonly ms: number }[];
}

/** `[pause 2s]`, `[pause 1.5 s]` and `[pause 500ms]`, with the space before it. A long space is looked at from its beginning alone. */
const written = /(?<!\s)\s*\[pause\s{1,3}(?<length>\d{1,5}(?:[.,]\d{1,3})?)\s?(?<unit>ms|s)\]/giu;

/** The shortest and the longest pause that a text can ask for, in milliseconds: shorter than a clause's is not noticed, and longer seems the end of the audio. */
const [shortestMs, longestMs] = [200, 10_000];

/** Returns a text without its written pauses, and those pauses; longer or shorter ones than can be asked for are as near as possible. */
export function cutPauses(text: string): TextWithPauses {
  return withoutPauses(text, findPauses(text));
}

function withoutPauses(text: string, found: readonly FoundPause[]): TextWithPauses {
  let removed = 0;
  const pauses = found.map(({ first, last, ms }) => {
    const at = first - removed;
    removed += last - first;
    return { at, ms };
  });
  return { text: found.reduceRight((rest, { first, last }) => rest.slice(0, first) + rest.slice(last), text), pauses };
}

/** Returns the parts of a text between its written pauses, each with the silence after it. A pause before the first word is left out. */
export function partsBetweenPauses(text: string): readonly { readonly text: string; readonly pauseMs: number }[] {
  const { text: plain, pauses } = cutPauses(text);
  const parts: { text: string; pauseMs: number }[] = [];
  let done = 0;
  for (const { at, ms } of [...pauses, { at: plain.length, ms: 0 }]) {
    const part = plain.slice(done, at);
    const last = parts.at(-1);
    if (part.trim() !== '') parts.push({ text: part, pauseMs: ms });
    else if (last) last.pauseMs += ms;
    done = at;
  }
  return parts;
}

/**
 * Returns blocks without the pauses that are written in them: each is a beat after what stands before it, and a block of nothing else is gone.
 * `leadMs` is the silence before the first word. Blocks without one stay the same objects. Code is as it was written.
 */
export function blocksWithPauses(blocks: readonly Block[]): {
  readonly blocks: readonly Block[];
  readonly leadMs: number;
} {
  if (!blocks.some(({ text }) => text.includes('['))) return { blocks, leadMs: 0 };
  const kept: Block[] = [];
  let leadMs = 0;
  const addBeat = (ms: number): void => {
    const at = kept.findLastIndex(({ text }) => text !== '');
    const block = kept[at];
    if (block) kept[at] = withBeats(block, [{ at: block.text.length, ms }]);
    else leadMs += ms;
  };
  for (const block of blocks) {
    const found = block.kind === 'code' ? [] : findPauses(block.text);
    const { pauses } = withoutPauses(block.text, found);
    pauses.filter(({ at }) => at === 0).forEach(({ ms }) => addBeat(ms));
    const edited = editBlock(block, found);
    if (edited.text !== '' || found.length === 0)
      kept.push(
        withBeats(
          edited,
          pauses.filter(({ at }) => at > 0),
        ),
      );
  }
  return { blocks: kept, leadMs };
}

type FoundPause = TextEdit & { readonly ms: number };

function findPauses(text: string): readonly FoundPause[] {
  return [...text.matchAll(written)].map(({ 0: mark, index, groups = {} }) => {
    const length =
      Number((groups['length'] ?? '').replace(',', '.')) * (groups['unit']?.toLowerCase() === 's' ? 1000 : 1);
    const end = index + mark.length;
    // What begins the text leaves no space behind.
    const last = index === 0 ? end + (/^\s*/u.exec(text.slice(end))?.[0].length ?? 0) : end;
    return { first: index, last, text: '', ms: Math.round(Math.min(longestMs, Math.max(shortestMs, length))) };
  });
}

function withBeats(block: Block, pauses: TextWithPauses['pauses']): Block {
  if (pauses.length === 0) return block;
  const { ranges = [] } = block;
  const sums = new Map<number, number>();
  for (const { at, ms } of pauses) sums.set(at, (sums.get(at) ?? 0) + ms);
  const beats = [...sums].map(([at, ms]): BlockRange => {
    const before = ranges.find(({ from, to, beatMs }) => from === at - 1 && to === at && beatMs !== undefined);
    return { from: at - 1, to: at, beatMs: ms + (before?.beatMs ?? 0) };
  });
  const others = ranges.filter(
    (range) => !beats.some(({ from, to }) => range.beatMs !== undefined && range.from === from && range.to === to),
  );
  return { ...block, ranges: [...others, ...beats] };
}
