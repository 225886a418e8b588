import { attribute, findAll, findFirst, textOf } from '../../epub/markup/markup-tree.ts';
import { parseContent } from '../../epub/markup/parse-markup.ts';
import { decodeText } from '../../epub/package/decode-text.ts';
import type { ReadLimits } from '../../read-limits.ts';
import type { MarkupBook } from '../markup-book.ts';

/** Reads a book or a page in HTML as it is, with what its head says. Throws `book-too-large`. */
export function readHtml(bytes: Uint8Array, limits: ReadLimits): MarkupBook {
  const text = decodeText(bytes);
  const root = parseContent(text, limits);
  const [html, title] = [findFirst(root, 'html'), findFirst(root, 'title')];
  const meta = (name: string): string[] =>
    findAll(root, 'meta')
      .filter((element) => [attribute(element, 'name'), attribute(element, 'property')].includes(name))
      .flatMap((element) => attribute(element, 'content')?.trim() || []);
  return {
    // The elements of a whole document inside of another are read like those of one.
    documents: [{ path: 'text', body: text }],
    metadata: {
      title: title === undefined ? undefined : textOf(title),
      people: [...meta('author'), ...meta('dc.creator')].map((name) => ({ name, role: 'aut' })),
      language: html && (attribute(html, 'lang') ?? meta('dc.language')[0]),
      description: meta('description')[0],
    },
  };
}
