import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The weights of a document's fonts. */
export interface FontWeights {
  /** Loads the fonts of a page that are not known yet. */
  load(page: PDFPageProxy, items: readonly { readonly fontName: string }[]): Promise<void>;
  /** Reports whether a loaded font is bold. */
  isBold(fontName: string): boolean;
}

/** TeX names bold fonts `CMBX` and similar. */
const boldName = /bold|black|heavy|demi|\b(?:cm|ec|sf|la)?bx|cmb\d/iu;

/**
 * Creates an empty collection of font weights. PDF.js knows a font's name only after it has prepared the drawing of a
 * page, which is therefore done once for each new font.
 */
export function createFontWeights(): FontWeights {
  const bold = new Map<string, boolean>();
  return {
    async load(page, items) {
      const unknown = new Set(items.map((item) => item.fontName).filter((name) => !bold.has(name)));
      if (unknown.size === 0) return;
      try {
        await page.getOperatorList();
      } catch {
        // A page that cannot be drawn can still be read. Its fonts count as regular.
      }
      for (const name of unknown) bold.set(name, boldName.test(declaredName(page, name)));
    },
    isBold: (fontName) => bold.get(fontName) ?? false,
  };
}

function declaredName(page: PDFPageProxy, fontName: string): string {
  if (!page.commonObjs.has(fontName)) return '';
  const font: unknown = page.commonObjs.get(fontName);
  return typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : '';
}
