import { parseHTML } from 'linkedom';
import type { LeftOutReason } from '../../../core/book.ts';
import { blockElements } from '../../epub/markup/element-names.ts';
import { findArticle } from './find-article.ts';
import { collectFacts } from './page-facts.ts';
import type { PageFacts } from './page-facts.ts';
import { isPageElement, textNodes } from './page-node.ts';
import type { PageDocument, PageElement, PageNode } from './page-node.ts';

/**
 * Marks what stands around the article of a saved page, so that it is left out and listed: menus, notices, links to share,
 * comments. Text that Readability drops is kept if it is prose, or stands beside prose, and nothing names it as something else.
 * Returns the page as it is when it has no article, or one of suspiciously few words.
 */
export function markSurroundings(text: string): string {
  const article = findArticle(text);
  const { document }: { readonly document: PageDocument } = parseHTML(text);
  if (article === undefined || document.body === null) return text;
  const texts = new Set(textNodes(document.body).filter((_, index) => article.texts.has(index)));
  const facts = collectFacts(document.body, texts, article.title || document.title);
  const { words = 0, wordsOfArticle = 0 } = facts.get(document.body) ?? {};
  if (wordsOfArticle < minShare * words) return text;
  const marker = new SurroundingsMarker(document, texts, facts);
  marker.visit(document.body, 'around');
  return marker.leftOutWords > (1 - minShare) * words ? text : document.toString();
}

/** An article is at least this share of the words of its page. */
const minShare = 0.1;

/** The position of an element: around the article, or in it or another text with prose. */
type Place = 'around' | 'inside';

interface Surroundings {
  readonly place: Place;
  /** Stands beside text that is in no element of its own. */
  readonly isBesideText: boolean;
}

class SurroundingsMarker {
  /** Number of words in the marked elements. */
  leftOutWords = 0;
  readonly #document: PageDocument;
  readonly #texts: ReadonlySet<PageNode>;
  readonly #facts: ReadonlyMap<PageNode, PageFacts>;

  constructor(document: PageDocument, texts: ReadonlySet<PageNode>, facts: ReadonlyMap<PageNode, PageFacts>) {
    this.#document = document;
    this.#texts = texts;
    this.#facts = facts;
  }

  /** Marks elements below an element that has text of the article, or other text that is read. */
  visit(element: PageElement, place: Place): void {
    const children = Array.from(element.childNodes);
    const inner = place === 'inside' || this.#isArticle(children) ? 'inside' : 'around';
    const isBesideText = children.some((child) => !isPageElement(child) && /[\p{L}\p{N}]/u.test(child.textContent));
    for (const child of children) {
      const facts = this.#facts.get(child);
      if (!isPageElement(child) || facts === undefined || facts.words === 0) continue;
      if (facts.wordsOfArticle > 0 || facts.hasTitle) this.visit(child, inner);
      else this.#judge(child, facts, { place: inner, isBesideText });
    }
  }

  #judge(element: PageElement, facts: PageFacts, { place, isBesideText }: Surroundings): void {
    const isLinks = facts.linkedWords > 0.5 * facts.words;
    const reason = facts.reason ?? (isLinks ? 'navigation' : place === 'around' ? 'surroundings' : undefined);
    if (facts.reason === undefined && facts.hasProse) this.visit(element, 'inside');
    else if (reason !== undefined) this.#mark(element, reason, isBesideText);
  }

  /** The innermost element around several texts of the article, and all inside of it. */
  #isArticle(children: readonly PageNode[]): boolean {
    const parts = children.filter(
      (child) => this.#texts.has(child) || (this.#facts.get(child)?.wordsOfArticle ?? 0) > 0,
    );
    return parts.length > 1 || parts.some((part) => !isPageElement(part));
  }

  /** Inline elements cannot be left out on their own: they are put into a block if they stand between blocks. */
  #mark(element: PageElement, reason: LeftOutReason, isBesideText: boolean): void {
    const isBlock = blockElements.has(element.localName);
    if (!isBlock && isBesideText) return;
    const marked = isBlock ? element : this.#document.createElement('div');
    if (!isBlock) {
      element.replaceWith(marked);
      marked.append(element);
    }
    marked.setAttribute('epub:type', `left-out-${reason}`);
    this.leftOutWords += this.#facts.get(element)?.words ?? 0;
  }
}
