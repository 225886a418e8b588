/** A tag of a document, by its place in the text. */
export interface Tag {
  /** Name with its prefix. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  /** Index of `<`. */
  readonly start: number;
  /** Index after `>`. */
  readonly end: number;
}

/** The range of the doctype declaration of a document. */
export interface Doctype {
  readonly start: number;
  readonly end: number;
}

/** Yields the tags of well-formed XML in order. Comments, CDATA sections and instructions are passed over. */
export function* scanTags(text: string): Generator<Tag, void, undefined> {
  for (let at = text.indexOf('<'); at !== -1;) {
    const end = endOfMarkup(text, at);
    const tag = tagAt(text, at, end);
    if (tag) yield tag;
    at = text.indexOf('<', end);
  }
}

/** Finds the declaration of the type, which stands before the first tag. */
export function findDoctype(text: string): Doctype | undefined {
  for (let at = text.indexOf('<'); at !== -1;) {
    const end = endOfMarkup(text, at);
    if (/^<!DOCTYPE/iu.test(text.slice(at, at + 9))) return { start: at, end };
    if (tagAt(text, at, end)) return undefined;
    at = text.indexOf('<', end);
  }
  return undefined;
}

/** Markup that ends with a text of its own. */
const wholes = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Returns the index after the markup that begins at `at`; that of the end of the text when it is not closed. */
function endOfMarkup(text: string, at: number): number {
  const next = text[at + 1];
  if (next !== '!' && next !== '?') return endOfTag(text, at + 1);
  for (const [start, close] of wholes) {
    if (!text.startsWith(start, at)) continue;
    const end = text.indexOf(close, at + start.length);
    return end === -1 ? text.length : end + close.length;
  }
  return text.startsWith('<!', at) ? endOfDeclaration(text, at) : endOfTag(text, at + 1);
}

/** A `>` inside of quotes does not end a tag. */
function endOfTag(text: string, from: number): number {
  for (let at = from; ;) {
    special.lastIndex = at;
    const found = special.exec(text);
    if (found === null) return text.length;
    if (found[0] === '>') return found.index + 1;
    const close = text.indexOf(found[0], found.index + 1);
    if (close === -1) return text.length;
    at = close + 1;
  }
}

const special = /[>"']/gu;

/** A declaration may hold others between brackets. */
function endOfDeclaration(text: string, from: number): number {
  const end = endOfTag(text, from);
  const bracket = text.indexOf('[', from);
  if (bracket === -1 || bracket >= end) return end;
  for (let at = bracket + 1; at < text.length;) {
    if (text[at] === ']') return endOfTag(text, at);
    at = text[at] === '<' ? endOfMarkup(text, at) : at + 1;
  }
  return text.length;
}

function tagAt(text: string, start: number, end: number): Tag | undefined {
  const isClose = text[start + 1] === '/';
  nameAt.lastIndex = start + (isClose ? 2 : 1);
  const name = nameAt.exec(text)?.[0];
  if (name === undefined) return undefined;
  if (isClose) return { name, kind: 'close', start, end };
  return { name, kind: text[end - 2] === '/' ? 'empty' : 'open', start, end };
}

/** Bytes over 127 of any encoding may be letters. */
const nameAt = /[\p{L}_:\u0080-\uFFFF][\p{L}\p{N}_:.\-\u0080-\uFFFF]*/uy;
