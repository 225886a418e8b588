const space = /\s*/uy;

/**
 * Returns where each text begins in the whole, when they are all of it in their order, with nothing but white space between
 * them; otherwise undefined.
 */
export function findInOrder(whole: string, texts: readonly string[]): readonly number[] | undefined {
  const starts: number[] = [];
  let at = 0;
  for (const text of texts) {
    at = afterSpace(whole, at);
    if (!whole.startsWith(text, at)) return undefined;
    starts.push(at);
    at += text.length;
  }
  return afterSpace(whole, at) === whole.length ? starts : undefined;
}

function afterSpace(whole: string, start: number): number {
  space.lastIndex = start;
  space.test(whole);
  return space.lastIndex;
}
