import { readingOrder } from './reading-order.ts';
import { toLines } from './lines.ts';
import type { Line, PdfPage } from './pdf-page.ts';

/** More pieces than a readable page has: their order is then the one in which they were drawn. */
const maxFragments = 5000;

/** The lines of all pages in reading order. */
export function pageLines(pages: readonly PdfPage[]): Line[] {
  let region = 0;
  return pages.flatMap((page) => {
    const { fragments } = page;
    const rightToLeft = fragments.filter((one) => one.runs[0]?.rightToLeft === true).length * 2 > fragments.length;
    const regions = fragments.length > maxFragments ? [[...fragments]] : readingOrder(fragments, rightToLeft);
    return regions.flatMap((own) => {
      region += 1;
      return toLines(own, { page: page.number, region });
    });
  });
}
