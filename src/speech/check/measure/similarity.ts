/** Returns how similar samples are to others, whatever their levels: from -1 to 1. What is missing at the end is left out. */
export function similarity(first: Int16Array, second: Int16Array): number {
  let product = 0;
  let squares = 0;
  let otherSquares = 0;
  for (let index = 0; index < second.length; index += 1) {
    const x = first[index] ?? 0;
    const y = second[index] ?? 0;
    product += x * y;
    squares += x * x;
    otherSquares += y * y;
  }
  return product / Math.sqrt(squares * otherSquares + 1);
}
