import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawnGlyphs, isSpaceCode } from '../glyphs/drawn-glyphs.ts';
import { isSoftHyphen } from '../glyphs/spaced-texts.ts';
import type { FontFace } from '../layout/pdf-page.ts';
import { declaredFace } from './declared-face.ts';
import type { FontDescriptors } from './font-descriptors.ts';
import { isSlantedMatrix } from './matrix.ts';

/** The fonts of a document. */
export interface DocumentFonts {
  /** Reports whether any of the loaded fonts was seen to call its hyphens soft ones. */
  readonly drawsSoftHyphens: boolean;
  /** Reports whether any of the loaded fonts was seen to have ligatures that PDF.js takes for spaces. */
  readonly drawsSpaceCodes: boolean;
  /** Loads the fonts of a page that are not known well yet. */
  load(page: PDFPageProxy, items: readonly { readonly fontName: string }[]): Promise<void>;
  /** Reports whether a loaded font is bold by its name. */
  isBold(fontName: string): boolean;
  /** Returns the face of a loaded font; undefined when faces are not asked for. */
  face(fontName: string): FontFace | undefined;
}

/** TeX names bold fonts `CMBX` and similar. */
const boldName = /bold|black|heavy|demi|\b(?:cm|ec|sf|la)?bx|cmb\d/iu;

/** Pages of each font on which hyphens are looked for. */
const maxPages = 3;

interface LoadedFont {
  readonly isBold: boolean;
  readonly face: FontFace | undefined;
}

/**
 * Creates an empty collection of fonts, which knows their faces when the descriptors of the file are given. PDF.js knows a font's
 * name and glyphs only after it has prepared the drawing of a page, which is therefore done for few pages of each font.
 */
export function createDocumentFonts(descriptors: FontDescriptors | undefined): DocumentFonts {
  const fonts = new Map<string, LoadedFont>();
  const pages = new Map<string, number>();
  let [drawsSoftHyphens, drawsSpaceCodes] = [false, false];
  return {
    get drawsSoftHyphens() {
      return drawsSoftHyphens;
    },
    get drawsSpaceCodes() {
      return drawsSpaceCodes;
    },
    async load(page, items) {
      const isOpen = (name: string): boolean => !drawsSoftHyphens && (pages.get(name) ?? 0) < maxPages;
      const names = new Set(items.map((item) => item.fontName).filter((name) => !fonts.has(name) || isOpen(name)));
      if (names.size === 0) return;
      // A page that cannot be drawn can still be read. Its fonts count as regular.
      const glyphs = await drawnGlyphs(page);
      drawsSoftHyphens ||= glyphs.some((glyph) => isSoftHyphen(glyph));
      drawsSpaceCodes ||= glyphs.some((glyph) => isSpaceCode(glyph));
      for (const fontName of names) {
        pages.set(fontName, (pages.get(fontName) ?? 0) + 1);
        if (fonts.has(fontName)) continue;
        const { name, isSlanted } = declaredFont(page, fontName);
        const face = descriptors && declaredFace(name, descriptors.get(name), isSlanted);
        fonts.set(fontName, { isBold: boldName.test(name), face });
      }
    },
    isBold: (fontName) => fonts.get(fontName)?.isBold ?? false,
    face: (fontName) => fonts.get(fontName)?.face,
  };
}

function declaredFont(page: PDFPageProxy, fontName: string) {
  const font: unknown = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : undefined;
  if (typeof font !== 'object' || font === null) return { name: '', isSlanted: false };
  const name = 'name' in font ? String(font.name) : '';
  const matrix = 'fontMatrix' in font && Array.isArray(font.fontMatrix) ? font.fontMatrix : [];
  return { name, isSlanted: isSlantedMatrix(matrix) };
}
