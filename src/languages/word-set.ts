/** Returns the words of a list, which are divided by white space. */
export function wordSet(list = ''): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).filter((word) => word !== ''));
}

/** Returns the entries of a table `key words, key words`, in order. */
export function wordTable(table: string): readonly (readonly [key: string, words: string])[] {
  return table.split(/,\s+/u).map((entry) => {
    const [key = '', ...words] = entry.trim().split(/\s+/u);
    return [key, words.join(' ')];
  });
}
