/** Accepted lengths of a translation as a share of its source, before the book has shown its own. */
const [minShare, maxShare] = [0.55, 2];
/** Accepted lengths as a share of what is usual in the book. */
const [minOfUsual, maxOfUsual] = [0.7, 1.45];
/** Letters of a text that is long enough to be judged. Short ones vary. */
const minLetters = 300;
/** Translations that show what is usual. */
const minKnown = 6;

/** Learns how long the translations of a book are, so that one that was shortened or padded stands out. */
export class TranslationLengths {
  readonly #shares: number[] = [];

  /** Returns what is wrong with the length of a translation. Lengths are numbers of letters. */
  problemOf(length: number, sourceLength: number): 'too-short' | 'too-long' | undefined {
    if (sourceLength < minLetters) return undefined;
    const share = length / sourceLength;
    const usual = this.usual;
    const [min, max] = usual === undefined ? [minShare, maxShare] : [usual * minOfUsual, usual * maxOfUsual];
    if (share < min) return 'too-short';
    if (share > max) return 'too-long';
    this.#shares.push(share);
    return undefined;
  }

  /** The usual length of a translation as a share of its source, as soon as some are known. */
  get usual(): number | undefined {
    if (this.#shares.length < minKnown) return undefined;
    return this.#shares.toSorted((left, right) => left - right)[Math.floor(this.#shares.length / 2)];
  }
}
