import { normalizeTitle } from '../../titles/same-title.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** Finds which titles stand as headings further on. Prepared at the first question, because most books need none. */
export class LaterTitles {
  readonly #blocks: readonly FlowBlock[];
  #lastPositions: ReadonlyMap<string, number> | undefined;

  constructor(blocks: readonly FlowBlock[]) {
    this.#blocks = blocks;
  }

  /** Reports whether a heading after the position has this title, whether with its number or not. */
  has(title: string, position: number): boolean {
    if (title.length > maxLength) return false;
    this.#lastPositions ??= lastPositions(this.#blocks);
    const positions = this.#lastPositions;
    return namesOf(title).some((name) => (positions.get(name) ?? -1) > position);
  }
}

const maxLength = 200;

function lastPositions(blocks: readonly FlowBlock[]): ReadonlyMap<string, number> {
  return new Map(
    blocks.flatMap(({ kind, isTitleLike, text }, position) => {
      if ((kind !== 'heading' && !isTitleLike) || text.length > maxLength) return [];
      return namesOf(text).map((name) => [name, position] as const);
    }),
  );
}

/** A number at the start, with or without a word for the chapter. */
const numbered = /^(?:\p{L}+\.?\s+)?(?:\p{N}+|[ivxlc]+)[.,:)—–-]*\s+(?=\p{L})/iu;

function namesOf(title: string): readonly string[] {
  const bare = title.trim().replace(numbered, '');
  return [title, bare].map((text) => normalizeTitle(text)).filter((name) => /\p{L}{2}|\p{Lo}/u.test(name));
}
