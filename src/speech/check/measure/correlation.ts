/**
 * Returns the correlation coefficient of levels with others, of which the first counted ones are `count`; what is missing is silence. It is
 * 0 where the variance of either is not more than `least`.
 */
export function correlation(
  one: Float32Array,
  other: Float32Array,
  { count = one.length, shift = 0, least = 0 } = {},
): number {
  let [sum, otherSum, squares, otherSquares, products] = [0, 0, 0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const x = one[index] ?? 0;
    const y = other[index + shift] ?? 0;
    sum += x;
    otherSum += y;
    squares += x * x;
    otherSquares += y * y;
    products += x * y;
  }
  const spread = squares - sum ** 2 / count;
  const otherSpread = otherSquares - otherSum ** 2 / count;
  if (Math.min(spread, otherSpread) <= count * least) return 0;
  return (products - (sum * otherSum) / count) / Math.sqrt(spread * otherSpread);
}
