/** Passes items from one part of the program to another, in order. Has one reader, and room for any number of items. */
export class Channel<Item extends object> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #isEnded = false;
  #failure: { readonly thrown: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** Adds an item. Does nothing after `end` or `fail`. */
  push(item: Item): void {
    if (this.#isEnded) return;
    this.#items.push(item);
    this.#wake?.();
  }

  /** Ends the reader after the items that were pushed. */
  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Throws in the reader, before any item that it has not taken. */
  fail(thrown: unknown): void {
    this.#failure ??= { thrown };
    this.#items = [];
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) yield item;
      else if (this.#failure) throw this.#failure.thrown;
      else if (this.#isEnded) return;
      else await this.#change();
    }
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
