/** Places that belong together in two texts. */
export type Anchor = readonly [left: number, right: number];

/** Returns the longest chain of anchors that ascends in both texts. The anchors come in order of the left text. */
export function longestChain(anchors: readonly Anchor[]): Anchor[] {
  // For each length the last anchor of the chain that ends soonest, and for each anchor the one before it in its chain.
  const tails: Link[] = [];
  for (const anchor of anchors) {
    const length = chainsEndingBefore(tails, anchor[1]);
    tails[length] = { anchor, before: tails[length - 1] };
  }
  const chain: Anchor[] = [];
  for (let link = tails.at(-1); link; link = link.before) chain.push(link.anchor);
  return chain.toReversed();
}

interface Link {
  readonly anchor: Anchor;
  readonly before: Link | undefined;
}

/** Returns the number of chains that end before a place of the right text, by halving. */
function chainsEndingBefore(tails: readonly Link[], place: number): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const tail = tails[middle];
    if (tail && tail.anchor[1] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
