import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { drawnOrder, placesOfTexts } from './drawn-glyphs.ts';
import type { DrawnGlyph } from './drawn-glyphs.ts';

const arabicLetters = /^[\p{Script=Arabic}\p{M}]{2,}$/u;
/** An article is not a ligature: a font that maps a glyph to it has turned the letters itself. */
const turned = /^[اأإآٱ]ل$/u;

/**
 * Puts the letters of Arabic ligatures in order. PDF.js turns a text that runs from right to left letter by letter, also those of one
 * glyph, so that `خلال` becomes `خالل`.
 */
export function withLigatures(items: readonly TextItem[], glyphs: readonly DrawnGlyph[]): readonly TextItem[] {
  if (!glyphs.some((one) => isLigature(one))) return items;
  const drawn = glyphs.map(({ text }) => text).join('');
  const ligatures = placesOf(glyphs);
  const letters = items.map((item) => drawnOrder(item));
  const places = placesOfTexts(
    letters.map((own) => own.filter((one) => !isGap(one)).join('')),
    drawn,
  );
  return items.map((item, index) => {
    const start = places[index];
    if (start === undefined || !isArabic(item)) return item;
    return { ...item, str: ordered(letters[index] ?? [], start, ligatures) };
  });
}

/** Reports whether a text can hold ligatures. */
export function isArabic({ dir, str }: TextItem): boolean {
  return dir === 'rtl' && /\p{Script=Arabic}/u.test(str);
}

function isLigature({ text }: DrawnGlyph): boolean {
  return arabicLetters.test(text) && !turned.test(text);
}

/** White space and non-joiners are no glyphs. */
function isGap(letter: string): boolean {
  return /[\s\u200C]/u.test(letter);
}

/** Returns the lengths of ligatures by their places among all letters. */
function placesOf(glyphs: readonly DrawnGlyph[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let place = 0;
  for (const glyph of glyphs) {
    if (isLigature(glyph)) places.set(place, glyph.text.length);
    place += glyph.text.length;
  }
  return places;
}

/** Returns letters that were drawn from left to right in the order in which they are read. */
function ordered(letters: readonly string[], start: number, ligatures: ReadonlyMap<number, number>): string {
  const result: string[] = [];
  let place = start;
  for (let index = 0; index < letters.length;) {
    const length = isGap(letters[index] ?? '') ? 0 : (ligatures.get(place) ?? 1);
    const glyph = letters.slice(index, index + Math.max(1, length));
    result.push(glyph.join(''));
    index += glyph.length;
    place += length;
  }
  return result.toReversed().join('');
}
