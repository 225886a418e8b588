import { isNoteLabel } from './context/is-note-label.ts';
import { blockElements } from './element-names.ts';
import { isElement, localName, textOf } from './markup-tree.ts';
import type { Element } from './markup-tree.ts';
import type { Traits } from './context/trait-reader.ts';

const mark = /^[[({]?\s*(?:\d{1,4}|[*†‡§¶‖#]{1,4}|[a-z]|[ivxlc]{1,6}|(?:n|note|fn)\.?\s*\d{1,4})\s*[\])}.:]?$/iu;
const bracketed = /^[[({].*[\])}]$|^[*†‡§¶‖]+$/u;
const noteLike = /(?:^|[^a-z])(?:fn|ftn|edn|en|note|footnote|endnote|noteref|fnref|rearnote|nt)(?:[^a-z]|$)/iu;
const backLink = /^[\s[(]*[↩↑⏎⮐^←]\uFE0E?[\s\])]*$/u;

/** A mark, or words of the text that refer to a note. */
export type NoteLinkKind = 'mark' | 'words';

/** What decides about a link apart from its own text. */
export interface NoteLinkFacts {
  readonly traits: Traits;
  /** Reports whether an element stands above the line. */
  readonly raises: (element: Element) => boolean;
  readonly noteMarks: ReadonlySet<Element>;
}

/**
 * Returns what a link to a note is; undefined for other links. One that is typed as such is a mark unless its text is words
 * of the sentence. Another is a mark if it leads back from a note, if its note leads back to it or it counts with others, or if
 * it is short, points at an element and is raised, bracketed, a symbol or named like a note.
 */
export function kindOfNoteLink(link: Element, { traits, raises, noteMarks }: NoteLinkFacts): NoteLinkKind | undefined {
  const text = textOf(link);
  if (traits.noteMark) return isNoteLabel(text, isRaised(link, text, raises)) ? 'mark' : 'words';
  if (noteMarks.has(link)) return 'mark';
  const href = link.attribs['href'] ?? '';
  return href.includes('#') && isUntypedMark(link, text, raises) ? 'mark' : undefined;
}

/** Reports whether the text of a link to an element could be the mark of a note. */
export function canBeMark(text: string, isSetOff = false): boolean {
  return text.length <= 10 && mark.test(text) && isNoteLabel(text, isSetOff);
}

function isUntypedMark(link: Element, text: string, raises: NoteLinkFacts['raises']): boolean {
  if (backLink.test(text)) return true;
  if (text.length > 10 || !mark.test(text)) return false;
  const isRaisedLink = hasRaised(link, raises);
  if (!canBeMark(text, isRaisedLink)) return false;
  const fragment = link.attribs['href']?.split('#')[1];
  return bracketed.test(text) || isRaisedLink || noteLike.test(`${fragment} ${link.attribs['class'] ?? ''}`);
}

function hasRaised(link: Element, raises: NoteLinkFacts['raises']): boolean {
  return descendants(link).some(raises) || isInsideRaised(link, raises);
}

/** Reports whether the whole text is raised, and not only a mark at the end of words. */
function isRaised(link: Element, text: string, raises: NoteLinkFacts['raises']): boolean {
  if (isInsideRaised(link, raises)) return true;
  return descendants(link).some((element) => raises(element) && textOf(element) === text);
}

function isInsideRaised(link: Element, raises: NoteLinkFacts['raises']): boolean {
  for (let around: Element | undefined = link; around && !isBlock(around); around = around.parent)
    if (raises(around)) return true;
  return false;
}

function isBlock(element: Element): boolean {
  return blockElements.has(localName(element));
}

function descendants({ children }: Element): Element[] {
  return children.filter(isElement).flatMap((child) => [child, ...descendants(child)]);
}
