/**
 * Runs `work` on items concurrently and yields the results in the order of the items. At most `window` items are started
 * and not yet consumed, so a slow consumer applies backpressure and memory stays flat. A slow source does not delay
 * finished results. The first failure is thrown in its turn.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  window: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const source = new Source(items);
  const pending: Promise<Result>[] = [];
  try {
    while (source.isOpen || pending.length > 0) {
      const item = pending.length < window ? await source.nextBefore(pending[0]) : undefined;
      const result = item ? undefined : pending.shift();
      if (item) pending.push(withoutRejectionWarning(work(item.value)));
      if (result) yield await result;
    }
    source.throwFailure();
  } finally {
    await Promise.allSettled(pending);
    await source.close();
  }
}

/** Pulls one item at a time from an iterable. Keeps a failure until `throwFailure`. */
class Source<Item> {
  isOpen = true;
  readonly #iterator: Iterator<Item> | AsyncIterator<Item>;
  #next: Promise<IteratorResult<Item>> | undefined;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(items: Iterable<Item> | AsyncIterable<Item>) {
    this.#iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  }

  /** Returns the next item if it arrives before `other` settles. Returns undefined otherwise and at the end. */
  async nextBefore(other: Promise<unknown> | undefined): Promise<{ readonly value: Item } | undefined> {
    if (!this.isOpen) return undefined;
    this.#next ??= withoutRejectionWarning(Promise.resolve(this.#iterator.next()));
    const itemIsFirst = other ? await Promise.race([settled(this.#next, true), settled(other, false)]) : true;
    return itemIsFirst ? await this.#take(this.#next) : undefined;
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

async function settled<T>(promise: Promise<unknown>, value: T): Promise<T> {
  await promise.catch(() => undefined);
  return value;
}

/** Suppresses unhandled-rejection warnings. The rejection still surfaces when awaited. */
function withoutRejectionWarning<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
