import { isNoteLabel } from './context/is-note-label.ts';
import { findAll, textOf } from './markup-tree.ts';
import type { Element } from './markup-tree.ts';
import type { Traits } from './context/trait-reader.ts';

const mark = /^[[({]?\s*(?:\d{1,4}|[*†‡§¶‖#]{1,4}|[a-z]|[ivxlc]{1,6}|(?:n|note|fn)\.?\s*\d{1,4})\s*[\])}.:]?$/iu;
const bracketed = /^[[({].*[\])}]$|^[*†‡§¶‖]+$/u;
const noteLike = /(?:^|[^a-z])(?:fn|ftn|edn|en|note|footnote|endnote|noteref|fnref|rearnote|nt)(?:[^a-z]|$)/iu;
const backLink = /^[\s[(]*[↩↑⏎⮐^←]\uFE0E?[\s\])]*$/u;

/** A mark, or words of the text that refer to a note. */
export type NoteLinkKind = 'mark' | 'words';

/**
 * Returns what a link to a note is; undefined for other links. One that is typed as such is a mark unless its text is words
 * of the sentence. Another is a mark if it leads back from a note, or if it is short, points at an element and is raised,
 * bracketed, a symbol or named like a note.
 */
export function kindOfNoteLink(link: Element, traits: Traits): NoteLinkKind | undefined {
  const text = textOf(link);
  if (traits.noteMark) return isNoteLabel(text, isRaised(link, text)) ? 'mark' : 'words';
  const href = link.attribs['href'] ?? '';
  return href.includes('#') && isUntypedMark(link, text, href) ? 'mark' : undefined;
}

function isUntypedMark(link: Element, text: string, href: string): boolean {
  if (backLink.test(text)) return true;
  if (text.length > 10 || !mark.test(text) || !isNoteLabel(text, hasRaised(link))) return false;
  return (
    bracketed.test(text) || hasRaised(link) || noteLike.test(`${href.split('#')[1]} ${link.attribs['class'] ?? ''}`)
  );
}

function hasRaised(link: Element): boolean {
  return findAll(link, 'sup').length > 0 || link.parent?.name === 'sup';
}

/** Reports whether the whole text is raised, and not only a mark at the end of words. */
function isRaised(link: Element, text: string): boolean {
  return link.parent?.name === 'sup' || findAll(link, 'sup').some((raised) => textOf(raised) === text);
}
