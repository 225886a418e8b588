import { findAll, textOf } from './markup-tree.ts';
import type { Element } from './markup-tree.ts';
import type { Traits } from './context/trait-reader.ts';

const mark = /^[[({]?\s*(?:\d{1,4}|[*†‡§¶‖#]{1,4}|[a-z]|[ivxlc]{1,6}|(?:n|note|fn)\.?\s*\d{1,4})\s*[\])}.:]?$/iu;
const bracketed = /^[[({].*[\])}]$|^[*†‡§¶‖]+$/u;
const noteLike = /(?:^|[^a-z])(?:fn|ftn|edn|en|note|footnote|endnote|noteref|fnref|rearnote|nt)(?:[^a-z]|$)/iu;
const backLink = /^[\s[(]*[↩↑⏎⮐^←]\uFE0E?[\s\])]*$/u;

/**
 * Reports whether a link is a note mark or leads back from a note, neither of which is read. It is one by its type, or if
 * it is short, points at an element and is raised, bracketed, a symbol or named like a note.
 */
export function isNoteMark(link: Element, traits: Traits): boolean {
  if (traits.noteMark) return true;
  const href = link.attribs['href'] ?? '';
  if (!href.includes('#')) return false;
  const text = textOf(link);
  if (backLink.test(text)) return true;
  if (text.length > 10 || !mark.test(text)) return false;
  return (
    bracketed.test(text) || isRaised(link) || noteLike.test(`${href.split('#')[1]} ${link.attribs['class'] ?? ''}`)
  );
}

function isRaised(link: Element): boolean {
  return findAll(link, 'sup').length > 0 || link.parent?.name === 'sup';
}
