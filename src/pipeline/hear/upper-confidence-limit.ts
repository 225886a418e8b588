/** Probability that the true share is higher than the bound. */
const doubt = 0.05;

/**
 * Returns the upper bound of a share, with 95 % certainty, when `found` of `drawn` random items have a property (Clopper and
 * Pearson, 1934). For none of 300 it is 1 %.
 */
export function upperConfidenceLimit(found: number, drawn: number): number {
  if (found >= drawn) return 1;
  let [low, high] = [found / drawn, 1];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(found, drawn, middle) > doubt) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the probability of at most `found` of `drawn` items at a share. */
function atMost(found: number, drawn: number, share: number): number {
  let logTerm = drawn * Math.log1p(-share);
  let sum = Math.exp(logTerm);
  for (let count = 1; count <= found; count += 1) {
    logTerm += Math.log((drawn - count + 1) / count) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(logTerm);
  }
  return sum;
}
