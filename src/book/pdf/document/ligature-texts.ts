import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** Most characters that are drawn but not returned as text. */
const maxGap = 1000;
const arabicLetters = /^[\p{Script=Arabic}\p{M}]{2,}$/u;
/** An article is not a ligature: a font that maps a glyph to it has turned the letters itself. */
const turned = /^[اأإآٱ]ل$/u;

/**
 * Puts the letters of Arabic ligatures in order. PDF.js turns a text that runs from right to left letter by letter, also those of one
 * glyph, so that `خلال` becomes `خالل`. A page that cannot be drawn stays as PDF.js returns it.
 */
export async function withLigatures(page: PDFPageProxy, items: readonly TextItem[]): Promise<readonly TextItem[]> {
  if (!items.some((item) => isArabic(item))) return items;
  const glyphs = await drawnGlyphs(page).catch(() => []);
  if (!glyphs.some((one) => isLigature(one))) return items;
  const drawn = glyphs.join('');
  const ligatures = placesOf(glyphs);
  let place = 0;
  return items.map((item) => {
    const letters = item.dir === 'rtl' ? item.str.split('').toReversed() : item.str.split('');
    const seen = letters.filter((one) => /\S/u.test(one)).join('');
    const at = drawn.slice(place, place + maxGap + seen.length).indexOf(seen);
    if (seen === '' || at === -1) return item;
    const start = place + at;
    place = start + seen.length;
    return isArabic(item) ? { ...item, str: ordered(letters, start, ligatures) } : item;
  });
}

function isArabic({ dir, str }: TextItem): boolean {
  return dir === 'rtl' && /\p{Script=Arabic}/u.test(str);
}

function isLigature(glyph: string): boolean {
  return arabicLetters.test(glyph) && !turned.test(glyph);
}

/** Returns the lengths of ligatures by their places among all letters. */
function placesOf(glyphs: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let place = 0;
  for (const glyph of glyphs) {
    if (isLigature(glyph)) places.set(place, glyph.length);
    place += glyph.length;
  }
  return places;
}

/** Returns letters that were drawn from left to right in the order in which they are read. */
function ordered(letters: readonly string[], start: number, ligatures: ReadonlyMap<number, number>): string {
  const result: string[] = [];
  let place = start;
  for (let index = 0; index < letters.length;) {
    const length = /\s/u.test(letters[index] ?? '') ? 0 : (ligatures.get(place) ?? 1);
    const glyph = letters.slice(index, index + Math.max(1, length));
    result.push(glyph.join(''));
    index += glyph.length;
    place += length;
  }
  return result.toReversed().join('');
}

/** Returns what each glyph of a page means, without white space, in the order in which they are drawn. */
async function drawnGlyphs(page: PDFPageProxy): Promise<string[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.flatMap((operator, index) => {
    const given: unknown = operator === OPS.showText ? argsArray[index] : undefined;
    const [glyphs]: readonly unknown[] = Array.isArray(given) ? given : [];
    return Array.isArray(glyphs) ? glyphs.map((glyph) => meaningOf(glyph)).filter((one) => one !== '') : [];
  });
}

function meaningOf(glyph: unknown): string {
  return typeof glyph === 'object' && glyph !== null && 'unicode' in glyph
    ? String(glyph.unicode).replaceAll(/\s/gu, '')
    : '';
}
