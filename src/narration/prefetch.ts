/**
 * The items of a source, made up to `count` ahead of whoever takes them, in order; a failure is thrown in its turn.
 * Whoever leaves early has `stop` called, which must end what the source is waiting for.
 */
export async function* prefetch<Item>(
  source: AsyncGenerator<Item>,
  count: number,
  stop: () => void,
): AsyncGenerator<Item, void, undefined> {
  const underWay: Promise<IteratorResult<Item>>[] = [];
  // An async generator queues its calls, so asking early is all that working ahead takes.
  const start = (): void => {
    const next = source.next();
    next.catch(() => undefined); // Thrown in its turn below; until then it is no unhandled rejection.
    underWay.push(next);
  };
  try {
    for (let index = 0; index < Math.max(1, count); index += 1) start();
    for (;;) {
      const result = await underWay.shift();
      if (!result || result.done) return;
      start();
      yield result.value;
    }
  } finally {
    stop();
    await source.return(undefined);
  }
}
