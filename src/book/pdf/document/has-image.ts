import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reports whether a page shows an image; false when the page cannot be drawn. Decodes the image, which takes time. */
export async function hasImage(document: PDFDocumentProxy, number: number): Promise<boolean> {
  const imageOperators = await findImageOperators();
  try {
    const page = await document.getPage(number);
    try {
      const { fnArray } = await page.getOperatorList();
      return fnArray.some((operator) => imageOperators.has(operator));
    } finally {
      page.cleanup();
    }
  } catch {
    // A page that cannot be drawn contains nothing to recognize.
    return false;
  }
}

async function findImageOperators(): Promise<ReadonlySet<number>> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { paintImageXObject, paintImageMaskXObject, paintInlineImageXObject, paintImageXObjectRepeat } = OPS;
  return new Set([paintImageXObject, paintImageMaskXObject, paintInlineImageXObject, paintImageXObjectRepeat]);
}
