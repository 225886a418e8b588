import { loadCanvas } from '../pdf/document/draw-page.ts';
import type { PageImage } from '../pdf/document/pdf-options.ts';
import { toPgm } from '../pdf/ocr/render-page.ts';
import { checkPicture } from '../pictures/check-picture.ts';
import type { ReadLimits } from '../read-limits.ts';

/** Inches. Books are about as wide; the resolution follows, which the picture does not say. */
export const pageWidth = 6;
/** As for pages of a PDF. A larger picture is drawn smaller. */
const maxPixels = 25_000_000;
/** Pixels of a page. Letters of a smaller one are too small to be recognized, and larger when it is drawn twice as wide. */
const minWidth = 1000;

/** Draws the picture of a page in gray. Undefined for one that is damaged or no picture. Throws `tool-missing` without the canvas package. */
export async function drawPicture(bytes: Buffer, limits: ReadLimits): Promise<PageImage | undefined> {
  const checked = checkPicture(bytes, limits);
  if (checked.mediaType === undefined) return undefined;
  const { createCanvas, loadImage } = await loadCanvas('Text recognition');
  const image = await loadImage(checked.bytes).catch(() => undefined);
  if (!image || image.width < 1 || image.height < 1) return undefined;
  const enlarged = image.width < minWidth ? 2 : 1;
  const scale = Math.min(enlarged, Math.sqrt(maxPixels / (image.width * image.height)));
  const [width = 1, height = 1] = [image.width, image.height].map((side) => Math.max(1, Math.floor(side * scale)));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // What shows through is paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return { pgm: toPgm(canvas.data(), width, height), dotsPerInch: Math.round(width / pageWidth) };
}
