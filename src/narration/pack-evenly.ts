/**
 * Divides items into as few groups as `maxSize` allows, of about equal size and in order. A larger item is a group of its own.
 */
export function packEvenly<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  maxSize: number,
): readonly (readonly Item[])[] {
  const sizes = items.map(sizeOf);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const goal = total / Math.ceil(total / maxSize);
  const groups: Item[][] = [];
  let filled = 0;
  for (const [index, item] of items.entries()) {
    const size = sizes[index] ?? 0;
    const last = groups.at(-1);
    const fits = last !== undefined && filled + size <= maxSize && filled + size / 2 <= goal;
    if (fits) last.push(item);
    else groups.push([item]);
    filled = fits ? filled + size : size;
  }
  return groups;
}
