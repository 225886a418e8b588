import type { MarkupBook } from '../markup-book.ts';
import { guessedEncoding, decodePlainText } from '../encoding/decode-plain-text.ts';
import { readAozora } from './aozora/read-aozora.ts';
import { readGutenbergHeader } from '../gutenberg-header.ts';
import { textToMarkup } from './text-to-markup.ts';

/** Converts a plain text of any encoding and shape. */
export function readText(bytes: Uint8Array): MarkupBook {
  const { text, encoding } = decodePlainText(bytes);
  const normal = text.normalize('NFC');
  const aozora = readAozora(normal);
  return {
    documents: aozora?.documents ?? textToMarkup(normal),
    metadata: aozora?.metadata ?? readGutenbergHeader(text) ?? {},
    hasFoundHeadings: true,
    warnings: guessedEncoding(encoding),
  };
}
