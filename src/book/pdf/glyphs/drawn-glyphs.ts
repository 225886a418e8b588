import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** A glyph that a page draws. */
export interface DrawnGlyph {
  /** What it means, without white space. */
  readonly text: string;
  /** As a share of the size. */
  readonly width: number;
  /** The operator that draws it, and glyphs beside it. */
  readonly operator: number;
  /** It stands behind a space: one that is drawn, or a gap that is wider than those between the letters. */
  readonly isApart: boolean;
  /** Its operator has spaces, so that other gaps are none. */
  readonly isSpaced: boolean;
}

/** Of the size: less space between letters of one operator is their spacing. */
const minGap = 0.18;

/** Returns the glyphs of a page in the order in which they are drawn; none of a page that cannot be drawn. */
export async function drawnGlyphs(page: PDFPageProxy): Promise<readonly DrawnGlyph[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList().catch(() => ({ fnArray: [], argsArray: [] }));
  let isApart = false;
  return fnArray.flatMap((operator, index) => {
    const given: unknown = operator === OPS.showText ? argsArray[index] : undefined;
    const [shown]: readonly unknown[] = Array.isArray(given) ? given : [];
    if (!Array.isArray(shown)) return [];
    const glyphs = spacedGlyphs(shown);
    const isSpaced = glyphs.some((one) => isSpace(one));
    return glyphs.flatMap((one) => {
      isApart ||= isSpace(one);
      if (one.text === '') return [];
      const glyph = { text: one.text, width: one.width, operator: index, isApart, isSpaced };
      isApart = false;
      return [glyph];
    });
  });
}

function isSpace({ text, gap }: SpacedGlyph): boolean {
  return text === '' || gap > minGap;
}

/** A glyph, without a text for a space. The gap before it is a share of the size beyond the usual spacing of its letters. */
interface SpacedGlyph {
  readonly text: string;
  readonly width: number;
  readonly gap: number;
}

function spacedGlyphs(shown: readonly unknown[]): SpacedGlyph[] {
  const glyphs: SpacedGlyph[] = [];
  let gap = 0;
  for (const one of shown) {
    if (typeof one === 'number') gap -= one / 1000;
    const meaning = meaningOf(one);
    if (meaning === '') continue;
    const text = isCode(one) ? meaning : meaning.replaceAll(/\s/gu, '');
    glyphs.push({ text, width: widthOf(one), gap: glyphs.length === 0 ? 0 : gap });
    gap = 0;
  }
  const gaps = glyphs.slice(1).map((one) => one.gap);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0;
  // Letters that are drawn from right to left are each drawn behind a negative gap.
  return glyphs.map((one, index) => (index === 0 ? one : { ...one, gap: Math.min(one.gap, one.gap - usual) }));
}

/** Reports whether a glyph has only its code, one that PDF.js takes for white space: the fonts of TeX have ligatures there. */
export function isSpaceCode({ text }: Pick<DrawnGlyph, 'text'>): boolean {
  return /^[\v\f\r]$/u.test(text);
}

function isCode(glyph: unknown): boolean {
  if (typeof glyph !== 'object' || glyph === null || !('originalCharCode' in glyph)) return false;
  const text = meaningOf(glyph);
  return isSpaceCode({ text }) && glyph.originalCharCode === text.codePointAt(0);
}

/** A soft hyphen without a width is not seen. */
function meaningOf(glyph: unknown): string {
  if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return '';
  const isSeen = glyph.unicode !== '\u00AD' || widthOf(glyph) > 0;
  return isSeen ? String(glyph.unicode) : '';
}

function widthOf(glyph: unknown): number {
  return typeof glyph === 'object' && glyph !== null && 'width' in glyph ? Number(glyph.width) / 1000 : 0;
}

/** Returns the characters of a text from left to right, as a page draws them: PDF.js has turned those of the other direction. */
export function drawnOrder({ dir, str }: Pick<TextItem, 'dir' | 'str'>): string[] {
  return dir === 'rtl' ? str.split('').toReversed() : str.split('');
}

/** Most characters that are drawn but not returned as text. */
const maxGap = 1000;

/** Returns the places of the texts of a page among the letters that it draws; undefined for those that are not found. */
export function placesOfTexts(texts: readonly string[], drawn: string): readonly (number | undefined)[] {
  let place = 0;
  return texts.map((text) => {
    const at = text === '' ? -1 : drawn.slice(place, place + maxGap + text.length).indexOf(text);
    if (at === -1) return undefined;
    const start = place + at;
    place = start + text.length;
    return start;
  });
}
