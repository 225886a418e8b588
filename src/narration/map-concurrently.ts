/**
 * Runs `work` on items, `count` of them at a time and in their order, and returns the results. After a failure nothing more
 * is started; it is thrown when the work under way has ended, so that nothing of that is lost.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return;
      try {
        results[index] = await work(item, index);
      } catch (thrown) {
        hasFailed = true;
        throw thrown;
      }
    }
  };
  const workers = Array.from({ length: Math.max(1, count) }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
  return results;
}
