import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { isPageElement, textNodes } from './page-node.ts';
import type { PageDocument, PageNode } from './page-node.ts';

/** The article of a page. */
export interface Article {
  /** Places of its texts among `textNodes` of the page. */
  readonly texts: ReadonlySet<number>;
  readonly title: string;
}

/** Finds the article of a page as the reader view of Firefox does; undefined when there is none, or the page is too large. */
export function findArticle(text: string): Article | undefined {
  const { document }: { readonly document: PageDocument } = parseHTML(text);
  if (document.body === null) return undefined;
  const nodes = textNodes(document.body);
  if (nodes.length > maxTexts) return undefined;
  // Readability moves and replaces elements; the texts are found again by their numbers.
  for (const [index, node] of nodes.entries()) {
    const mark = document.createElement('span');
    mark.setAttribute(numberName, String(index));
    mark.textContent = node.textContent;
    node.replaceWith(mark);
  }
  const found = new Readability<PageNode>(document, { serializer: (node: PageNode) => node }).parse();
  if (!found?.content) return undefined;
  return { texts: new Set(numbersIn(found.content)), title: found.title ?? '' };
}

const numberName = 'data-text-number';
/** Readability takes a minute for many more. */
const maxTexts = 50_000;

function numbersIn(node: PageNode): number[] {
  if (!isPageElement(node)) return [];
  const own = node.getAttribute(numberName);
  const below = Array.from(node.childNodes).flatMap((child) => numbersIn(child));
  return own === null ? below : [Number(own), ...below];
}
