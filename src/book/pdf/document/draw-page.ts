import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AudiobookError } from '../../../core/errors.ts';

/** Draws a page on a canvas, `scale` times its size in points. Throws `tool-missing` without the optional canvas package. */
export async function drawPage(page: PDFPageProxy, scale: number) {
  const { createCanvas } = await loadCanvas('Text recognition');
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(pixels(viewport.width), pixels(viewport.height));
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

/** Clamps a side of the canvas, because a page of a hostile file can be extremely narrow and long. */
function pixels(length: number): number {
  return Math.min(32_000, Math.max(1, Math.floor(length)));
}

/** Returns the package that draws, which is optional. Throws `tool-missing` without it; `user` is what needs it, for the message. */
export async function loadCanvas(user: string) {
  try {
    return await import('@napi-rs/canvas');
  } catch (cause) {
    throw new AudiobookError(
      'tool-missing',
      `${user} needs the optional package @napi-rs/canvas: npm install @napi-rs/canvas.`,
      { cause },
    );
  }
}
