import type { Book } from '../core/book.ts';
import { decodeText } from './epub/package/decode-text.ts';

/**
 * Returns a book whose titles, names and messages can be printed. A terminal would obey the control characters that a book may have in
 * them: they hide lines, and write to its clipboard. The texts of its blocks lose them when they are made ready to be spoken.
 */
export function printableBook({ metadata, chapters, leftOut, warnings, ...others }: Book): Book {
  return {
    ...others,
    metadata: printable(metadata),
    chapters: chapters.map((chapter) => ({ ...chapter, title: printable(chapter.title) })),
    leftOut: printable(leftOut),
    warnings: printable(warnings),
  };
}

/** Returns plain data with all its texts made printable. */
function printable<T>(data: T): T {
  const copy: T = JSON.parse(JSON.stringify(data), (_key, value: unknown) =>
    typeof value === 'string' ? printableText(value) : value,
  );
  return copy;
}

/** Never empties a text. */
function printableText(text: string): string {
  const kept = text.replaceAll(/[\u0080-\u009F]/gu, meantCharacter).replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
  return kept === '' && text !== '' ? '\uFFFD' : kept;
}

/** Writers of old books number characters as Windows does, as in `Don&#146;t`. */
function meantCharacter(control: string): string {
  return decodeText(Uint8Array.of(control.charCodeAt(0)));
}
