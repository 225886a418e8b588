import type { LeftOutReason } from '../../../core/book.ts';
import { countWords } from '../../../text/count-words.ts';
import { blockElements } from '../../epub/markup/element-names.ts';
import { isPageElement, isReadable } from './page-node.ts';
import type { PageElement, PageNode } from './page-node.ts';
import { surroundingsReason } from './surroundings.ts';

/** Facts about an element of a page and everything below it. */
export interface PageFacts {
  readonly words: number;
  readonly wordsOfArticle: number;
  readonly linkedWords: number;
  /** Has a paragraph of prose that nothing names as something else. */
  readonly hasProse: boolean;
  /** Has the heading with the title of the article. */
  readonly hasTitle: boolean;
  /** The kind of the element by its name, role, class and id. */
  readonly reason: LeftOutReason | undefined;
}

/** A paragraph with this many words and an end is prose. */
const minProseWords = 20;

/** Collects the facts of all elements below one in a single pass. `texts` are those of the article. */
export function collectFacts(
  body: PageElement,
  texts: ReadonlySet<PageNode>,
  title: string,
): ReadonlyMap<PageNode, PageFacts> {
  const facts = new Map<PageNode, PageFacts>();
  const articleTitle = simplify(title);
  const visit = (element: PageElement, isLinked: boolean): PageFacts => {
    const linked = isLinked || element.localName === 'a' || element.localName === 'button';
    const children = Array.from(element.childNodes).filter((node) => isReadable(node));
    const parts = children.map((node) => (isPageElement(node) ? visit(node, linked) : textFacts(node, texts, linked)));
    const reason = reasonFor(element);
    const sum = (count: (part: PageFacts) => number): number => parts.reduce((total, part) => total + count(part), 0);
    const own = {
      words: sum(({ words }) => words),
      wordsOfArticle: sum(({ wordsOfArticle }) => wordsOfArticle),
      linkedWords: sum(({ linkedWords }) => linkedWords),
    };
    const hasBlocks = children.some((node) => isPageElement(node) && blockElements.has(node.localName));
    const result: PageFacts = {
      ...own,
      reason,
      hasProse: reason === undefined && (hasBlocks ? parts.some(({ hasProse }) => hasProse) : isProse(element, own)),
      hasTitle: parts.some(({ hasTitle }) => hasTitle) || isTitle(element, articleTitle),
    };
    facts.set(element, result);
    return result;
  };
  visit(body, false);
  return facts;
}

function textFacts(node: PageNode, texts: ReadonlySet<PageNode>, isLinked: boolean): PageFacts {
  const words = countWords(node.textContent);
  return {
    words,
    wordsOfArticle: texts.has(node) ? words : 0,
    linkedWords: isLinked ? words : 0,
    hasProse: false,
    hasTitle: false,
    reason: undefined,
  };
}

function reasonFor(element: PageElement): LeftOutReason | undefined {
  const attribute = (name: string): string => element.getAttribute(name) ?? '';
  return surroundingsReason({
    name: element.localName,
    role: attribute('role'),
    labels: `${attribute('class')} ${attribute('id')}`,
  });
}

function isProse(element: PageElement, { words, linkedWords }: Pick<PageFacts, 'words' | 'linkedWords'>): boolean {
  return words >= minProseWords && linkedWords <= 0.5 * words && /[.!?…。！？]/u.test(element.textContent);
}

function isTitle(element: PageElement, title: string): boolean {
  if (title === '' || !/^h[1-6]$/u.test(element.localName)) return false;
  const heading = simplify(element.textContent);
  return heading !== '' && (title.startsWith(heading) || heading.startsWith(title));
}

function simplify(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
