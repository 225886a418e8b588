/** A value that is made when it is first asked for, and then kept; a failure is not kept. */
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
