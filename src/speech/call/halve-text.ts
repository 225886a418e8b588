/** Where a text may be cut, best first: after a sentence, after a clause, between words. */
const cuts: readonly RegExp[] = [
  /(?<=[.!?…]["'”’»)\]]*)\s+(?=[^\p{Ll}\s])|(?<=[。！？।][」』”’]*)\s*(?=\S)/gu,
  /(?<=[,;:—–]["'”’»)\]]*)\s+|(?<=[，、；：—][」』”’]*)\s*(?=\S)/gu,
  /(?<!\d)\s+|\s+(?!\d)/gu,
];

/** A full stop that ends no sentence: an initial, or a title before a name. */
const abbreviation =
  /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|St|Prof|Rev|Gen|Col|Capt|Lt|No|vs|Mme|Mlle|Sr|Sra|Hr|Fr|Nr)\.$/u;

/** Cuts a text near its middle, at the best place there is, never inside a number or a grapheme. Undefined when nothing is left to cut. */
export function halveText(text: string): readonly [string, string] | undefined {
  const trimmed = text.trim();
  for (const [rank, cut] of cuts.entries()) {
    const places = [...trimmed.matchAll(cut)].map(({ index, 0: gap }) => ({ start: index, end: index + gap.length }));
    const fitting = rank === 0 ? places.filter(({ start }) => !abbreviation.test(trimmed.slice(0, start))) : places;
    const best = nearestToMiddle(fitting, trimmed.length, rank < 2 ? 0.2 : 0);
    if (best) return bothSpoken(trimmed.slice(0, best.start), trimmed.slice(best.end));
  }
  return cutUnspaced(trimmed);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The place nearest to the middle, if it is not within `margin` (a share of the length) of either end. */
function nearestToMiddle(places: readonly Place[], length: number, margin: number): Place | undefined {
  const middle = length / 2;
  const inside = places.filter(({ start, end }) => start > length * margin && end < length * (1 - margin));
  return inside.toSorted((a, b) => Math.abs(a.start - middle) - Math.abs(b.start - middle))[0];
}

/** Scripts that put no spaces between their words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** No word of any language; only then one is cut. */
const endlessWord = 60;

/** Between words as the language knows them, else between graphemes. */
function cutUnspaced(text: string): readonly [string, string] | undefined {
  if (!unspaced.test(text) && text.length < endlessWord) return undefined;
  for (const granularity of ['word', 'grapheme'] as const) {
    const segments = [...new Intl.Segmenter(undefined, { granularity }).segment(text)];
    const places = segments.slice(1).map(({ index }) => ({ start: index, end: index }));
    const best = nearestToMiddle(places, text.length, 0);
    if (best) return bothSpoken(text.slice(0, best.start), text.slice(best.end));
  }
  return undefined;
}

function bothSpoken(first: string, second: string): readonly [string, string] | undefined {
  return [first, second].every((half) => /[\p{L}\p{N}]/u.test(half)) ? [first, second] : undefined;
}
