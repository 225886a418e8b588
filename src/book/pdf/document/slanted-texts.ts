import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { identity, isSlantedMatrix, multiply, toMatrix } from './matrix.ts';
import type { Matrix } from './matrix.ts';

/** The texts of a page that are drawn slanted, found again in the order in which they are drawn. */
export interface SlantedTexts {
  /** Returns how many characters of a text that begins slanted are slanted. */
  take(text: string): number;
}

/**
 * Finds the texts that a page slants by a transformation. PDF.js gives one text for a slanted word and upright words after it in the
 * same font. A page that cannot be drawn is slanted as PDF.js returns it.
 */
export async function slantedTexts(page: PDFPageProxy): Promise<SlantedTexts> {
  const drawn = await drawnSlanted(page).catch(() => '');
  let place = 0;
  return {
    take(text) {
      const [first = ''] = seen(text);
      place += Math.max(0, drawn.slice(place, place + maxGap).indexOf(first));
      let at = 0;
      for (; at < text.length; at += 1) {
        const own = seen(text.charAt(at));
        if (own === '') continue;
        if (!drawn.startsWith(own, place)) break;
        place += own.length;
      }
      return at > 0 && drawn.charAt(place) === end ? at : text.length;
    },
  };
}

/** Most characters that are drawn but not returned as text. */
const maxGap = 1000;

/** Stands where upright text follows. */
const end = '\n';

function seen(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/gu, '');
}

/** Returns the slanted texts without white space, each with an end. */
async function drawnSlanted(page: PDFPageProxy): Promise<string> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const saved: Matrix[] = [];
  let space = identity;
  let letters = identity;
  let drawn = '';
  const save = () => saved.push(space);
  const restore = () => (space = saved.pop() ?? space);
  const transform = (given: readonly unknown[]) => (space = multiply(space, matrixOf(given)));
  const steps = new Map<number | undefined, (given: readonly unknown[]) => unknown>([
    [OPS.save, save],
    [OPS.restore, restore],
    [OPS.transform, transform],
    [OPS.paintFormXObjectBegin, ([matrix]) => (save(), transform([matrix]))],
    [OPS.paintFormXObjectEnd, restore],
    [OPS.beginText, () => (letters = identity)],
    [OPS.setTextMatrix, (given) => (letters = matrixOf(given))],
    [
      OPS.showText,
      ([glyphs]) => {
        const text = textOf(glyphs);
        if (isSlantedMatrix(multiply(space, letters))) drawn += text;
        else if (text !== '' && drawn !== '' && !drawn.endsWith(end)) drawn += end;
      },
    ],
  ]);
  for (const [index, operator] of fnArray.entries()) {
    const given: unknown = argsArray[index];
    steps.get(operator)?.(Array.isArray(given) ? given : []);
  }
  return drawn;
}

/** Returns a matrix that is given as numbers, or as one list of them. */
function matrixOf(given: readonly unknown[]): Matrix {
  const [first] = given;
  return toMatrix(first instanceof Float32Array || Array.isArray(first) ? first : given);
}

function textOf(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  const shown = glyphs.map((glyph: unknown) =>
    typeof glyph === 'object' && glyph !== null && 'unicode' in glyph ? String(glyph.unicode) : '',
  );
  return seen(shown.join(''));
}
