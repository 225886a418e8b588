/** Audio that waits until it is known where a part begins, and the chapters between it. */
export class AudioAhead {
  readonly #items: (Int16Array | 'chapter')[] = [];
  #samples = 0;

  push(item: Int16Array | 'chapter'): void {
    this.#items.push(item);
    if (item !== 'chapter') this.#samples += item.length;
  }

  /** Returns the first item if this many samples are behind it. */
  first(samplesBehind: number): Int16Array | 'chapter' | undefined {
    const [item] = this.#items;
    const samples = item === undefined || item === 'chapter' ? 0 : item.length;
    return this.#samples - samples < samplesBehind ? undefined : item;
  }

  /** Takes away the first item. */
  shift(): void {
    const item = this.#items.shift();
    if (item !== undefined && item !== 'chapter') this.#samples -= item.length;
  }

  /** Returns samples from a place in the audio on, at most `count` and none behind the next chapter. */
  samples(from: number, count: number): Int16Array {
    const found = new Int16Array(count);
    let filled = 0;
    let start = 0;
    for (const item of this.#items) {
      if (item === 'chapter' || filled === count) break;
      const first = Math.max(0, from - start);
      const own = item.subarray(first, first + count - filled);
      found.set(own, filled);
      filled += own.length;
      start += item.length;
    }
    return found.subarray(0, filled);
  }
}
