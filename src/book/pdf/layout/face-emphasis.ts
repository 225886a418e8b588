import type { Emphasis } from '../../../core/book.ts';
import type { FontFace, PdfPage } from './pdf-page.ts';

/** Weights that differ less, such as book and medium, are hard to distinguish on a page. */
const boldStep = 200;

/** Returns the face of most of the letters of a book; undefined when the pages have no faces. */
export function bodyFace(pages: readonly PdfPage[]): FontFace | undefined {
  const counts = new Map<string, { readonly face: FontFace; characters: number }>();
  for (const { fragments } of pages) {
    for (const { text, face } of fragments.flatMap(({ runs }) => runs.flatMap(({ faces = [] }) => faces))) {
      const key = `${face.weight} ${face.isItalic}`;
      const count = counts.get(key) ?? { face, characters: 0 };
      count.characters += text.length;
      counts.set(key, count);
    }
  }
  return [...counts.values()].toSorted((a, b) => b.characters - a.characters)[0]?.face;
}

/** Returns how a face is set off from that of the body: in a book in italics, upright letters are. */
export function emphasisOf(face: FontFace, body: FontFace): Emphasis | undefined {
  const isStrong = face.weight - body.weight >= boldStep;
  if (face.isItalic === body.isItalic) return isStrong ? 'strong' : undefined;
  return isStrong ? 'both' : 'em';
}
