import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isSlantedMatrix } from './is-slanted-matrix.ts';

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
  const saved: Linear[] = [];
  let space = upright;
  let letters = upright;
  let drawn = '';
  const save = () => saved.push(space);
  const restore = () => (space = saved.pop() ?? space);
  const transform = (given: readonly unknown[]) => (space = multiply(space, toLinear(given)));
  const steps = new Map<number | undefined, (given: readonly unknown[]) => unknown>([
    [OPS.save, save],
    [OPS.restore, restore],
    [OPS.transform, transform],
    [OPS.paintFormXObjectBegin, ([matrix]) => (save(), transform([matrix]))],
    [OPS.paintFormXObjectEnd, restore],
    [OPS.beginText, () => (letters = upright)],
    [OPS.setTextMatrix, (given) => (letters = toLinear(given))],
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

/** The part of a transformation that turns and slants. */
type Linear = readonly [number, number, number, number];

const upright: Linear = [1, 0, 0, 1];

function multiply([a, b, c, d]: Linear, [ia, ib, ic, id]: Linear): Linear {
  return [a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id];
}

/** Returns a matrix that is given as numbers, or as one list of them. */
function toLinear(given: readonly unknown[]): Linear {
  const [first] = given;
  const values = first instanceof Float32Array || Array.isArray(first) ? [...first] : given;
  const [a = 1, b = 0, c = 0, d = 1] = values.map(Number);
  return [a, b, c, d];
}

function textOf(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  const shown = glyphs.map((glyph: unknown) =>
    typeof glyph === 'object' && glyph !== null && 'unicode' in glyph ? String(glyph.unicode) : '',
  );
  return seen(shown.join(''));
}
