import { normalizeWords } from '../source-text.ts';
import { stemOf } from '../stems.ts';

/** Words with a capital inside of a sentence, and numbers: what a translation has, too. */
const anchor = /(?<=[\p{L}\p{M}],?\s)\p{Lu}[\p{L}\p{M}]{2,}|\p{Nd}{2,}/gu;

/**
 * Reports whether two paragraphs of a translation changed places: what only the one has in the source, names and numbers, is in
 * the translation only in the other, and the other way round.
 */
export function haveChangedPlaces(translated: readonly string[], sources: readonly string[]): boolean {
  const [own, original] = [translated, sources].map((texts) => texts.map(stemsIn));
  const moves = sources.map((source, from) => moveOf(source, from, original ?? [], own ?? []));
  return moves.some((to, from) => to !== undefined && to !== from && moves[to] === from);
}

/** Returns the paragraph of the translation that has all that is only in this one of the source. Undefined when there is nothing of the kind. */
function moveOf(
  source: string,
  from: number,
  original: readonly ReadonlySet<string>[],
  own: readonly ReadonlySet<string>[],
): number | undefined {
  const places = new Set<number>();
  for (const [found] of source.matchAll(anchor)) {
    const stem = stemOf(found);
    if (original.some((stems, index) => index !== from && stems.has(stem))) continue;
    for (const [index, stems] of own.entries()) if (stems.has(stem)) places.add(index);
  }
  const [place] = places;
  return places.size === 1 ? place : undefined;
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set(normalizeWords(text).split(' ').map(stemOf));
}
