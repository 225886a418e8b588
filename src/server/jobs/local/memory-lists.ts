import type { ListMoves } from '../ports/job-lists.ts';
import type { ListRange } from '../ports/records.ts';

/** Lists of places, each in order. */
export class MemoryLists {
  readonly #lists = new Map<string, string[]>();

  /** Moves a job from the lists that it leaves to those that it enters. */
  move({ leave, enter }: ListMoves): void {
    for (const [name, place] of leave) {
      const list = this.#lists.get(name) ?? [];
      list.splice(firstFrom(list, place), 1);
    }
    for (const [name, place] of enter) {
      const list = this.#lists.get(name) ?? [];
      this.#lists.set(name, list);
      list.splice(firstFrom(list, place), 0, place);
    }
  }

  /** Returns places of a list, as `Records.range` does. */
  range(name: string, { after, oldestFirst = false, offset = 0, limit = Infinity }: ListRange): readonly string[] {
    const list = this.#lists.get(name) ?? [];
    if (oldestFirst) {
      // No place is a prefix of another.
      const first = (after === undefined ? 0 : firstFrom(list, `${after} `)) + offset;
      return list.slice(first, first + limit);
    }
    const end = (after === undefined ? list.length : firstFrom(list, after)) - offset;
    return list.slice(Math.max(0, end - limit), Math.max(0, end)).toReversed();
  }

  /** Returns how many places a list has, from one on. */
  count(name: string, from = ''): number {
    const list = this.#lists.get(name) ?? [];
    return list.length - firstFrom(list, from);
  }
}

/** Returns the index of the first place that is not before another one. */
function firstFrom(list: readonly string[], place: string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? '') < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
