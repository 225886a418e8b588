import { addTo } from './add-to.ts';

/** Returns the values of each key, in their order. `Map.groupBy` needs Node 21. */
export function groupBy<Key, Value>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}
