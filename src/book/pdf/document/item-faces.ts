import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { FacedText } from '../layout/pdf-page.ts';
import type { DocumentFonts } from './document-fonts.ts';
import { isSlantedMatrix } from './matrix.ts';
import { slantedTexts } from './slanted-texts.ts';

/** Returns the parts of each text of a page by their faces; none of those whose fonts, which must be loaded, have no known face. */
export async function itemFaces(
  page: PDFPageProxy,
  items: readonly TextItem[],
  fonts: DocumentFonts,
): Promise<ReadonlyMap<TextItem, readonly FacedText[]>> {
  const faces = new Map<TextItem, readonly FacedText[]>();
  const slanted: (FacedText & { readonly item: TextItem })[] = [];
  for (const item of items) {
    const face = fonts.face(item.fontName);
    if (face === undefined) continue;
    faces.set(item, [{ text: item.str, face }]);
    if (!face.isItalic && isSlantedMatrix(item.transform)) slanted.push({ item, text: item.str, face });
  }
  // The drawing of a page is walked through for these alone: most books have fonts for italics.
  const texts = slanted.length === 0 ? undefined : await slantedTexts(page);
  for (const { item, text, face } of slanted) {
    const end = texts?.take(text) ?? text.length;
    const italic = { text: text.slice(0, end), face: { ...face, isItalic: true } };
    faces.set(item, end < text.length ? [italic, { text: text.slice(end), face }] : [italic]);
  }
  return faces;
}
