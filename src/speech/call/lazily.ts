/** Returns a function that makes a value on the first call and keeps it. A failure is not kept. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (thrown) {
      made = undefined;
      throw thrown;
    }
  };
}
