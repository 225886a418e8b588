import { attribute, childrenOf, findAll } from '../../epub/markup/markup-tree.ts';
import type { Element, Parent } from '../../epub/markup/markup-tree.ts';

/** The properties of a paragraph or span style. */
export interface OpenDocumentStyle {
  /** Level of a heading, from 1. */
  readonly level?: number | undefined;
  readonly role?: 'title' | 'quotation' | 'caption' | 'code' | undefined;
  readonly isHidden: boolean;
  readonly isBold: boolean;
  /** Centered, bold, larger than the text or at the start of a page. */
  readonly isDisplayed: boolean;
  readonly isItalic: boolean;
  readonly position?: 'sup' | 'sub' | undefined;
  readonly language?: string | undefined;
}

/** The styles of a document. */
export interface OpenDocumentStyles {
  readonly find: (family: 'paragraph' | 'text', name: string | undefined) => OpenDocumentStyle;
  /** Language of text that declares none. */
  readonly language: string | undefined;
}

const plain: OpenDocumentStyle = { isHidden: false, isDisplayed: false, isBold: false, isItalic: false };
/** A style has a parent, which has a parent; a circle ends here. */
const maxAncestors = 20;
/** In points. */
const usualSize = 12;
/** A title is larger than the text by this factor at least. */
const largeFactor = 1.15;

/** Reads the styles of an OpenDocument text from the parts that hold them, those of the user's own formatting included. */
export function readOpenDocumentStyles(roots: readonly Parent[]): OpenDocumentStyles {
  const elements = new Map(
    roots.flatMap((root) => findAll(root, 'style').map((style) => [keyOf(style), style] as const)),
  );
  const defaults = roots.flatMap((root) => findAll(root, 'default-style'));
  const sizeOfText = sizeOf([...lineage(elements, 'paragraph Standard'), ...defaults]) ?? usualSize;
  const known = new Map<string, OpenDocumentStyle>();
  return {
    language: defaults.map((style) => languageOf(style)).find((language) => language !== undefined),
    find(family, name) {
      if (name === undefined) return plain;
      const key = `${family} ${name}`;
      const style = known.get(key) ?? readStyle(lineage(elements, key), sizeOfText);
      known.set(key, style);
      return style;
    },
  };
}

function keyOf(style: Element): string {
  return `${attribute(style, 'family') ?? ''} ${attribute(style, 'name') ?? ''}`;
}

/** Returns a style and its ancestors, itself first. */
function lineage(elements: ReadonlyMap<string, Element>, key: string): Element[] {
  const found: Element[] = [];
  for (let next = elements.get(key); next !== undefined && found.length < maxAncestors;) {
    found.push(next);
    next = elements.get(`${attribute(next, 'family') ?? ''} ${attribute(next, 'parent-style-name') ?? ''}`);
  }
  return found;
}

function readStyle(styles: readonly Element[], sizeOfText: number): OpenDocumentStyle {
  const first = <T>(read: (style: Element) => T | undefined): T | undefined =>
    styles.map((style) => read(style)).find((value) => value !== undefined);
  const property = (name: string): string | undefined => first((style) => textProperty(style, name));
  const level = Number(first((style) => attribute(style, 'default-outline-level') || undefined));
  return {
    level: level > 0 ? level : undefined,
    role: first((style) => roles.get(attribute(style, 'name') ?? '')),
    isHidden: property('display') === 'none',
    isBold: property('font-weight') === 'bold',
    isDisplayed:
      property('font-weight') === 'bold' ||
      first((style) => paragraphProperty(style, 'text-align')) === 'center' ||
      first((style) => paragraphProperty(style, 'break-before')) === 'page' ||
      (sizeOf(styles) ?? 0) >= sizeOfText * largeFactor,
    isItalic: property('font-style') === 'italic',
    position: positionOf(property('text-position')),
    language: first((style) => languageOf(style)),
  };
}

function textProperty(style: Element, name: string): string | undefined {
  const [properties] = childrenOf(style, 'text-properties');
  return properties && attribute(properties, name);
}

function paragraphProperty(style: Element, name: string): string | undefined {
  const [properties] = childrenOf(style, 'paragraph-properties');
  return properties && attribute(properties, name);
}

/** Returns the size of the first style that has one in points. */
function sizeOf(styles: readonly Element[]): number | undefined {
  return styles
    .map((style) => Number(/^([\d.]+)pt$/u.exec(textProperty(style, 'font-size') ?? '')?.[1]))
    .find((size) => size > 0);
}

function languageOf(style: Element): string | undefined {
  const language = textProperty(style, 'language');
  const country = textProperty(style, 'country');
  if (language === undefined || /^(?:none|zxx)$/u.test(language)) return undefined;
  return country === undefined || country === 'none' ? language : `${language}-${country}`;
}

/** `super 58%`, `-33% 58%`. */
function positionOf(value: string | undefined): 'sup' | 'sub' | undefined {
  if (value === undefined || value.startsWith('0%')) return undefined;
  return /^(?:sub|-)/u.test(value) ? 'sub' : 'sup';
}

/** Names of built-in styles, which are the same in every language of the program. */
const roles: ReadonlyMap<string, OpenDocumentStyle['role']> = new Map([
  ['Title', 'title'],
  ['Subtitle', 'title'],
  ['Quotations', 'quotation'],
  ['Caption', 'caption'],
  ['Preformatted_20_Text', 'code'],
  ['Source_20_Code', 'code'],
]);
