import { holdsText, isPhrasing } from './span-elements.ts';

/** An element of XHTML that holds text and elements like `<em>` alone. */
export interface SimpleElement {
  /** Offsets in the document, in UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Range of its content. */
  readonly from: number;
  readonly to: number;
  /** Whether it holds text alone. */
  readonly isText: boolean;
}

/**
 * Finds the simple element around a text that the parser found at an offset of a document. Undefined when there is none, or
 * when that takes parsing the document: for markup that is not well-formed, comments, and unusual tags.
 */
export function simpleElementAt(text: string, offset: number): SimpleElement | undefined {
  return textElementAt(text, offset) ?? mixedElementAt(text, offset);
}

/** Finds an element around text alone, as most are, with one pattern. */
function textElementAt(text: string, offset: number): SimpleElement | undefined {
  const start = text.lastIndexOf('<', offset - 1);
  textElementPattern.lastIndex = start;
  const found = start === -1 ? null : textElementPattern.exec(text);
  if (found === null) return undefined;
  const name = found[1] ?? '';
  if (isPhrasing(name, 'xhtml') || !holdsText(name)) return undefined;
  const end = textElementPattern.lastIndex;
  const to = end - name.length - 3;
  return { start, end, from: to - (found[2] ?? '').length, to, isText: true };
}

/** An element whose tags are as in `tagPattern`, with text that ends no comment. */
const textElementPattern = /<([a-z][a-z\d]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*>([^<>]*)<\/\1>/uy;

function mixedElementAt(text: string, offset: number): SimpleElement | undefined {
  let start = offset;
  for (let count = 0; count < maxTags; count += 1) {
    start = text.lastIndexOf('<', start - 1);
    const tag = start === -1 ? undefined : tagAt(text, start);
    if (tag === undefined || tag.end > offset) return undefined;
    if (isPhrasing(tag.name, 'xhtml')) continue;
    return tag.kind === 'open' && holdsText(tag.name) ? simpleElement(text, start, tag) : undefined;
  }
  return undefined;
}

/** Most tags in an element, so that many texts of a large one do not take quadratic time. */
const maxTags = 100;

function simpleElement(text: string, start: number, { name, end: from }: SimpleTag): SimpleElement | undefined {
  const open: string[] = [];
  let at = from;
  for (let count = 0; count < maxTags; count += 1) {
    const to = text.indexOf('<', at);
    // A comment that holds the first tags ends before the others.
    const tag = to === -1 || hasCommentEnd(text, at, to) ? undefined : tagAt(text, to);
    if (tag === undefined) return undefined;
    at = tag.end;
    if (tag.kind === 'close' && open.length === 0)
      return tag.name === name ? { start, end: at, from, to, isText: count === 0 } : undefined;
    if (!isBalanced(open, tag)) return undefined;
  }
  return undefined;
}

/** Reports whether a tag may come after others in a simple element. `open` are the names of the elements that are open. */
function isBalanced(open: string[], { name, kind }: SimpleTag): boolean {
  if (kind === 'close') return open.pop() === name;
  if (kind === 'open' && !voids.has(name)) open.push(name);
  return isPhrasing(name, 'xhtml');
}

function hasCommentEnd(text: string, from: number, to: number): boolean {
  const end = text.indexOf('>', from);
  return end !== -1 && end < to && text.slice(from, to).includes('-->');
}

interface SimpleTag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly end: number;
}

function tagAt(text: string, start: number): SimpleTag | undefined {
  tagPattern.lastIndex = start;
  const found = tagPattern.exec(text);
  if (found === null) return undefined;
  const [, close, name = '', empty] = found;
  const kind = close === '' ? (empty === '' ? 'open' : 'empty') : 'close';
  return { name, kind, end: tagPattern.lastIndex };
}

/** A tag without a prefix, in lower case, whose values hold neither `<` nor `>`. */
const tagPattern = /<(\/?)([a-z][a-z\d]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*(\/?)>/uy;

/** Phrasing elements without an end tag in HTML. */
const voids: ReadonlySet<string> = new Set(['br', 'img', 'wbr']);
