import { countEach } from '../../../core/collections/count-each.ts';
import { normalizeWords } from '../source-text.ts';

/** Words in a row that two languages do not share by chance, and how many of them are neither names nor numbers. */
const runWords = 6;
const minPlain = 4;
/** Plain words of a run that are elsewhere in the source, too. Those of a phrase in a third language, which may stay, are not. */
const minKnown = 3;

/** Returns words in a row that a translation has from its source, perhaps a part of a sentence that was not translated, or undefined. */
export function copiedWords(text: string, source: string): string | undefined {
  const written = source.match(word)?.map((word) => normalizeWords(word)) ?? [];
  const known = ` ${written.join(' ')} `;
  const counts = countEach(written);
  const words = text.match(word) ?? [];
  for (let at = 0; at + runWords <= words.length; at += 1) {
    const run = words.slice(at, at + runWords);
    const keys = run.map((word) => normalizeWords(word));
    if (known.includes(` ${keys.join(' ')} `) && isOwnPhrase(run, counts)) return run.join(' ');
  }
  return undefined;
}

const word = /[\p{L}\p{M}'’]+/gu;

function isOwnPhrase(run: readonly string[], counts: ReadonlyMap<string, number>): boolean {
  const plain = run.filter((each) => /^\p{Ll}/u.test(each));
  return (
    plain.length >= minPlain && plain.filter((each) => (counts.get(normalizeWords(each)) ?? 0) > 1).length >= minKnown
  );
}
