import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPage } from '../document/draw-page.ts';
import type { PageImage } from '../document/pdf-options.ts';

/** The resolution that tesseract is trained for. */
const defaultDotsPerInch = 300;
/** An A3 page at 300 dpi has 17 million. A larger page is drawn at a lower resolution. */
const maxPixels = 25_000_000;
const pointsPerInch = 72;

/** Draws a page in gray. Throws `tool-missing` without the optional canvas package. */
export async function renderPage(page: PDFPageProxy): Promise<PageImage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(defaultDotsPerInch / pointsPerInch, Math.sqrt(maxPixels / (width * height)));
  const canvas = await drawPage(page, scale);
  return { pgm: toPgm(canvas.data(), canvas.width, canvas.height), dotsPerInch: Math.round(scale * pointsPerInch) };
}

/** Returns pixels as a PGM in gray. */
export function toPgm(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const pgm = new Uint8Array(header.length + width * height);
  pgm.set(header);
  for (let pixel = 0, from = 0; pixel < width * height; pixel += 1, from += 4) {
    // Luma of ITU-R BT.601, in integers.
    const luma = 77 * (rgba[from] ?? 0) + 150 * (rgba[from + 1] ?? 0) + 29 * (rgba[from + 2] ?? 0);
    pgm[header.length + pixel] = luma >> 8;
  }
  return pgm;
}
