/** Returns the keys of a table, which has no others than those of its type. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as Key[];
}
