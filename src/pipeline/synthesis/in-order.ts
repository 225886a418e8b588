/**
 * Works on items side by side and yields the results in the order of the items. At most `window` items are started and
 * not yet taken, so a slow reader holds the work back and memory stays flat; a slow source holds nothing back that is
 * done. The first failure is thrown in its turn.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  window: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const source = new Source(items);
  const underWay: Promise<Result>[] = [];
  try {
    while (source.isOpen || underWay.length > 0) {
      const item = underWay.length < window ? await source.nextBefore(underWay[0]) : undefined;
      const result = item ? undefined : underWay.shift();
      if (item) underWay.push(quietly(work(item.value)));
      if (result) yield await result;
    }
    source.throwFailure();
  } finally {
    await Promise.allSettled(underWay);
    await source.close();
  }
}

/** A source that is asked for one item at a time, and whose failure waits until it is asked for. */
class Source<Item> {
  isOpen = true;
  readonly #iterator: Iterator<Item> | AsyncIterator<Item>;
  #next: Promise<IteratorResult<Item>> | undefined;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(items: Iterable<Item> | AsyncIterable<Item>) {
    this.#iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  }

  /** The next item, if it is there before the other promise is done; undefined at the end, too. */
  async nextBefore(other: Promise<unknown> | undefined): Promise<{ readonly value: Item } | undefined> {
    if (!this.isOpen) return undefined;
    this.#next ??= quietly(Promise.resolve(this.#iterator.next()));
    const isFirst = other ? await Promise.race([settled(this.#next, true), settled(other, false)]) : true;
    return isFirst ? await this.#take(this.#next) : undefined;
  }

  throwFailure(): void {
    if (this.#failure) throw this.#failure.thrown;
  }

  async close(): Promise<void> {
    await this.#iterator.return?.();
  }

  async #take(next: Promise<IteratorResult<Item>>): Promise<{ readonly value: Item } | undefined> {
    this.#next = undefined;
    try {
      const { done, value } = await next;
      if (!done) return { value };
    } catch (thrown) {
      this.#failure = { thrown };
    }
    this.isOpen = false;
    return undefined;
  }
}

async function settled<T>(promise: Promise<unknown>, answer: T): Promise<T> {
  await promise.catch(() => undefined);
  return answer;
}

/** The same promise, whose failure is thrown where it is awaited and is no unhandled rejection until then. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
