import type { LeftOut } from '../../../core/book.ts';
import { countWordsOf } from '../../../text/count-words.ts';
import type { MarkupBook } from '../markup-book.ts';
import { guessedEncoding, decodePlainText } from '../encoding/decode-plain-text.ts';
import { readAozora } from './aozora/read-aozora.ts';
import { readGutenbergHeader } from '../gutenberg-header.ts';
import { withoutPages } from './pages/without-pages.ts';
import { textToMarkup } from './text-to-markup.ts';

/** Converts a plain text of any encoding and shape. `keepsEdges` reads the running heads and numbers of its pages. */
export function readText(bytes: Uint8Array, { keepsEdges = false } = {}): MarkupBook {
  const { text, encoding } = decodePlainText(bytes);
  const normal = text.normalize('NFC');
  const aozora = readAozora(normal);
  const { text: whole, edges } = keepsEdges ? { text: normal, edges: [] } : withoutPages(normal);
  return {
    documents: aozora?.documents ?? textToMarkup(whole),
    metadata: aozora?.metadata ?? readGutenbergHeader(text) ?? {},
    hasFoundHeadings: true,
    leftOut: aozora === undefined ? edgesLeftOut(edges) : [],
    warnings: guessedEncoding(encoding),
  };
}

function edgesLeftOut(edges: readonly string[]): readonly LeftOut[] {
  if (edges.length === 0) return [];
  const words = countWordsOf(edges.map((text) => ({ text })));
  return [{ document: 'pages', reason: 'running-head', words, about: edges[0] }];
}
