import { setOf } from '../markup/element-names.ts';
import { localName } from '../markup/markup-tree.ts';
import type { Element } from '../markup/markup-tree.ts';

/** Markup of XHTML or of a drawing. */
export type MarkupKind = 'xhtml' | 'svg';

/** Returns the kind of markup inside an element, given the kind around it. */
export function kindInside(name: string, around: MarkupKind): MarkupKind {
  if (name === 'svg') return 'svg';
  return name === 'foreignobject' ? 'xhtml' : around;
}

/**
 * Returns the name of an element for a part of the text directly in another one, with the prefix of that one; undefined
 * where none may stand. `text` is the whole document.
 */
export function spanIn(element: Element, kind: MarkupKind, text: string): string | undefined {
  const name = localName(element);
  const isAllowed = kind === 'svg' ? svgParents.has(name) : holdsText(name);
  if (!isAllowed) return undefined;
  const prefix = prefixOf(element, text);
  // A tag is written in ASCII.
  return /^[\w.-]*:?$/.test(prefix) ? `${prefix}${kind === 'svg' ? 'tspan' : 'span'}` : undefined;
}

/** Reports whether an element may stand inside of a `<span>` or `<tspan>`, apart from what it holds. */
export function isPhrasing(name: string, kind: MarkupKind): boolean {
  return kind === 'svg' ? svgPhrasing.has(name) : phrasing.has(name) || silent.has(name);
}

/** Reports whether text may stand in an element of XHTML beside elements that a `<span>` may hold. */
function holdsText(name: string): boolean {
  return parents.has(name) || phrasing.has(name);
}

/** The tree has names in lower case. */
function prefixOf({ name, source }: Element, text: string): string {
  const colon = name.indexOf(':');
  return colon === -1 || source === undefined ? '' : text.slice(source.start + 1, source.start + colon + 2);
}

/** Elements in which text may stand and that a `<span>` may hold. */
const phrasing: ReadonlySet<string> = setOf(`
  a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rt rtc ruby s samp small span
  strike strong sub sup time tt u var
`);

/** Elements without spoken text that a `<span>` may hold. */
const silent: ReadonlySet<string> = setOf('br img wbr rp');

/** Other elements in which text may stand beside elements like `<em>`. */
const parents: ReadonlySet<string> = setOf(`
  p h1 h2 h3 h4 h5 h6 hd div li dt dd td th caption figure figcaption section article aside header footer main nav address
  body blockquote center pre legend summary details fieldset form dialog noscript line
`);

const svgParents: ReadonlySet<string> = setOf('text tspan textpath a');
const svgPhrasing: ReadonlySet<string> = setOf('tspan a');
