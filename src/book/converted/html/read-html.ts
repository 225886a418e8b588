import { attribute, findAll, localName } from '../../epub/markup/markup-tree.ts';
import type { Parent } from '../../epub/markup/markup-tree.ts';
import { parseContent } from '../../epub/markup/parse-markup.ts';
import { decodeDeclared } from '../../epub/package/decode-text.ts';
import type { ReadLimits } from '../../read-limits.ts';
import type { MarkupBook } from '../markup-book.ts';
import { decodePlainText, guessedEncoding } from '../encoding/decode-plain-text.ts';
import { readPageMetadata } from './page-metadata.ts';
import { surroundingsReason } from './surroundings.ts';

/**
 * Reads a book in HTML as it is, and of a saved page the article, with what its head says. What stands around the article is
 * marked, so that it is listed as left out. Throws `book-too-large`.
 */
export async function readHtml(bytes: Uint8Array, limits: ReadLimits): Promise<MarkupBook> {
  const decoded = decodeDeclared(bytes);
  const { text, encoding } = decoded ?? decodePlainText(bytes);
  const root = parseContent(text, limits);
  const { body, warnings } = isWebPage(root) ? await articleOf(text) : { body: text, warnings: [] };
  return {
    // The elements of a whole document inside of another are read like those of one.
    documents: [{ path: 'text', body }],
    warnings: decoded ? warnings : [...warnings, ...guessedEncoding(encoding)],
    metadata: readPageMetadata(root),
  };
}

/** Marks what stands around the article. A page on which that fails is read as it is, with a warning. */
async function articleOf(text: string): Promise<{ readonly body: string; readonly warnings: readonly string[] }> {
  try {
    const { markSurroundings } = await import('./mark-surroundings.ts');
    return { body: markSurroundings(text), warnings: [] };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { body: text, warnings: [`The article of the page was not found, so the whole page is read: ${reason}.`] };
  }
}

/** Books have no menus, notices, forms or comments. */
function isWebPage(root: Parent): boolean {
  return findAll(root, ...pageElements).some((element) =>
    surroundingsReason({
      name: localName(element),
      role: attribute(element, 'role') ?? '',
      labels: `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`,
    }),
  );
}

const pageElements = ['nav', 'menu', 'header', 'footer', 'aside', 'form', 'dialog', 'div', 'section', 'ul'];
