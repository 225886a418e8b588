/**
 * Runs `work` on items side by side, up to `count` of them ahead of the consumer, and yields the results in the order of the
 * items. A failure is thrown in its turn. At the end, however it comes, `stop` is called and must end what is still under way.
 */
export async function* prefetch<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Result>,
  stop: () => void,
): AsyncGenerator<Result, void, undefined> {
  const pending: Promise<Result>[] = [];
  const waiting = items.values();
  const start = (): void => {
    const { done, value } = waiting.next();
    if (done) return;
    const result = work(value);
    // Thrown in its turn below. Until then it must not count as unhandled.
    result.catch(() => undefined);
    pending.push(result);
  };
  try {
    for (let started = 0; started < Math.max(1, count); started += 1) start();
    for (let next = pending.shift(); next; next = pending.shift()) {
      const result = await next;
      start();
      yield result;
    }
  } finally {
    stop();
    await Promise.allSettled(pending);
  }
}
