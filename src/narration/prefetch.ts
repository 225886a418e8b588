/**
 * Yields the items of a source in order, produced up to `count` ahead of the consumer. A failure is thrown in its turn. When
 * the consumer stops early, `stop` is called and must end what the source is waiting for.
 */
export async function* prefetch<Item>(
  source: AsyncGenerator<Item>,
  count: number,
  stop: () => void,
): AsyncGenerator<Item, void, undefined> {
  const pending: Promise<IteratorResult<Item>>[] = [];
  // An async generator queues its calls, so calling `next` early is enough to work ahead.
  const start = (): void => {
    const next = source.next();
    // Thrown in its turn below. Until then it must not count as unhandled.
    next.catch(() => undefined);
    pending.push(next);
  };
  try {
    for (let index = 0; index < Math.max(1, count); index += 1) start();
    for (;;) {
      const result = await pending.shift();
      if (!result || result.done) return;
      start();
      yield result.value;
    }
  } finally {
    stop();
    await source.return(undefined);
  }
}
