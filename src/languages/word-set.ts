/** Returns the words of a list, which are divided by white space. */
export function wordSet(list = ''): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).filter((word) => word !== ''));
}
