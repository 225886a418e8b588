import MarkdownIt from 'markdown-it';
import { decodePlainText, guessedEncoding } from '../encoding/decode-plain-text.ts';
import type { MarkupBook } from '../markup-book.ts';
import { dropDirectives } from './drop-directives.ts';
import { keepFormulas } from './keep-formulas.ts';
import { splitFrontMatter } from './front-matter.ts';
import { notesLast } from './notes-last.ts';

/**
 * Converts Markdown: CommonMark with tables, footnotes and the HTML in it, and a header. A single heading of the
 * first level at the start is the title of the book.
 */
export function readMarkdown(bytes: Uint8Array): MarkupBook {
  const decoded = decodePlainText(bytes);
  const { metadata, text } = splitFrontMatter(decoded.text);
  const markdown = new MarkdownIt({ html: true }).use(notesLast).use(dropDirectives).use(keepFormulas);
  const environment = {};
  const tokens = markdown.parse(text, environment);
  const titles = tokens.flatMap(({ type, tag }, index) => (type === 'heading_open' && tag === 'h1' ? [index] : []));
  const title = titles.length === 1 && titles[0] === 0 ? tokens[1]?.content.replaceAll(/[*_`]/gu, '') : undefined;
  const body = markdown.renderer.render(tokens, markdown.options, environment);
  return {
    documents: [{ path: 'text', body }],
    metadata: { title, ...metadata },
    warnings: guessedEncoding(decoded.encoding),
  };
}
