import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Knows which fonts of a document are bold. */
export interface FontWeights {
  /** Looks up the fonts of a page that are still unknown. */
  learn(page: PDFPageProxy, items: readonly { readonly fontName: string }[]): Promise<void>;
  isBold(fontName: string): boolean;
}

/** `CMBX` and its kin are how TeX names bold fonts. */
const boldName = /bold|black|heavy|demi|\b(?:cm|ec|sf|la)?bx|cmb\d/iu;

/** PDF.js tells a font's own name only after it has prepared the drawing of a page, so this is done once for each new font. */
export function createFontWeights(): FontWeights {
  const bold = new Map<string, boolean>();
  return {
    async learn(page, items) {
      const unknown = new Set(items.map((item) => item.fontName).filter((name) => !bold.has(name)));
      if (unknown.size === 0) return;
      try {
        await page.getOperatorList();
      } catch {
        // A page that cannot be drawn can still be read; its fonts count as regular.
      }
      for (const name of unknown) bold.set(name, boldName.test(ownName(page, name)));
    },
    isBold: (fontName) => bold.get(fontName) ?? false,
  };
}

function ownName(page: PDFPageProxy, fontName: string): string {
  if (!page.commonObjs.has(fontName)) return '';
  const font: unknown = page.commonObjs.get(fontName);
  return typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : '';
}
