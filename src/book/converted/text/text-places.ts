import { endsWithStop } from '../../../text/ends-sentence.ts';
import { median } from '../../../core/statistics.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

const maxHeadingLines = 3;
const maxHeadingLength = 120;

/** Reports whether a group is short enough for a heading. */
export function isShort(group: TextGroup): boolean {
  return group.lines.length <= maxHeadingLines && joinGroup(group).length <= maxHeadingLength;
}

/** Knows what stands around a group, and how far its paragraphs are apart. */
export class TextPlaces {
  readonly #groups: readonly TextGroup[];
  readonly #places: ReadonlyMap<TextGroup, number>;
  readonly #usualGap: number;
  readonly #usualIndent: number;

  constructor(groups: readonly TextGroup[]) {
    this.#groups = groups;
    this.#places = new Map(groups.map((group, index) => [group, index]));
    const gaps = groups
      .filter((group) => this.#isText(group) && this.#isText(this.before(group)))
      .map(({ gap }) => gap)
      .toSorted((one, other) => one - other);
    this.#usualGap = gaps[Math.floor(gaps.length / 2)] ?? 1;
    this.#usualIndent = median(groups.filter((group) => this.#isText(group)).map((group) => indentOf(group)));
  }

  before(group: TextGroup): TextGroup | undefined {
    return this.#groups[(this.#places.get(group) ?? 0) - 1];
  }

  after(group: TextGroup): TextGroup | undefined {
    return this.#groups[(this.#places.get(group) ?? -2) + 1];
  }

  /** Reports whether more empty lines than between paragraphs, and at least two, stand above a group. */
  isSetOff(group: TextGroup): boolean {
    return group.gap >= 2 && group.gap > this.#usualGap;
  }

  /** Reports the same of those below it. */
  isSetOffBelow(group: TextGroup): boolean {
    const next = this.after(group);
    return next !== undefined && this.isSetOff(next);
  }

  /** Reports whether a group begins at the margin of a text whose paragraphs are all set in, as in a memo. */
  isOutdented(group: TextGroup): boolean {
    return this.#usualIndent >= minIndent && indentOf(group) === 0;
  }

  /** Reports whether text follows, as below the heading of a chapter. */
  isAboveText(group: TextGroup): boolean {
    return this.#isText(this.after(group));
  }

  #isText(group: TextGroup | undefined): boolean {
    return group !== undefined && (!isShort(group) || endsWithStop(joinGroup(group)));
  }
}

/** Spaces before each line of a paragraph that is set in; fewer can be a habit of some lines. */
const minIndent = 2;

/** Returns the spaces before the line of a group that has the fewest. */
function indentOf({ lines }: TextGroup): number {
  return Math.min(...lines.map((line) => line.length - line.trimStart().length));
}
