import { attribute, childrenOf, findAll, findFirst } from '../../epub/markup/markup-tree.ts';
import { parseXml } from '../../epub/markup/parse-markup.ts';
import type { MarkupLimits } from '../../epub/markup/parse-markup.ts';
import type { Element } from '../../epub/markup/markup-tree.ts';

/** The properties of a paragraph or run style. */
export interface WordStyle {
  /** Level of a heading, 1 to 9. */
  readonly level?: number | undefined;
  readonly role?: WordRole | undefined;
  readonly isHidden: boolean;
  readonly isListed: boolean;
  /** Centered, bold, larger than the text or at the start of a page. */
  readonly isDisplayed: boolean;
  readonly language?: string | undefined;
}

/** The role of a paragraph that is not text. */
export type WordRole = 'title' | 'contents' | 'index' | 'bibliography' | 'quotation' | 'caption' | 'code';

/** The styles of a document, by their ids. */
export interface WordStyles {
  readonly find: (id: string | undefined) => WordStyle;
  /** Language of text that declares none. */
  readonly language: string | undefined;
  /** Reports whether a size, in half points, is larger than that of the text. */
  readonly isLarge: (size: string | undefined) => boolean;
}

const plain: WordStyle = { isHidden: false, isListed: false, isDisplayed: false };
/** In half points. */
const usualSize = 20;
/** A title is larger than the text by this factor at least. */
const largeFactor = 1.15;
/** A style is based on another, which is based on another; a circle ends here. */
const maxAncestors = 20;

/** Reads the styles of a Word document. Their names are English in every language of Word, apart from the user's own. */
export function readWordStyles(markup: string, limits: MarkupLimits): WordStyles {
  const root = parseXml(markup, limits);
  const elements = new Map(findAll(root, 'style').map((style) => [attribute(style, 'styleId') ?? '', style]));
  const known = new Map<string, WordStyle>();
  const defaults = findFirst(root, 'docdefaults');
  const text = findAll(root, 'style').find((style) => isDefaultParagraph(style));
  const textSize =
    [text, defaults]
      .map((one) => one && Number(valueOf(findFirst(one, 'sz'))))
      .find((size) => size !== undefined && size > 0) ?? usualSize;
  const isLarge = (size: string | undefined): boolean => Number(size ?? 0) >= textSize * largeFactor;
  return {
    language: defaults && languageOf(defaults),
    isLarge,
    find(id) {
      if (id === undefined) return plain;
      const style = known.get(id) ?? readStyle(lineage(elements, id), isLarge);
      known.set(id, style);
      return style;
    },
  };
}

/** Returns a style and those that it is based on, itself first. */
function lineage(elements: ReadonlyMap<string, Element>, id: string): Element[] {
  const found: Element[] = [];
  for (let next = elements.get(id); next !== undefined && found.length < maxAncestors;) {
    found.push(next);
    const [base] = childrenOf(next, 'basedon');
    next = base && elements.get(valueOf(base) ?? '');
  }
  return found;
}

function isDefaultParagraph(style: Element): boolean {
  return attribute(style, 'type') === 'paragraph' && /^(?:1|true|on)$/u.test(attribute(style, 'default') ?? '');
}

function readStyle(styles: readonly Element[], isLarge: WordStyles['isLarge']): WordStyle {
  const names = styles.map((style) => nameOf(style));
  const first = <T>(read: (style: Element) => T | undefined): T | undefined =>
    styles.map((style) => read(style)).find((value) => value !== undefined);
  const named = names.map((name) => /^heading ([1-9])$/u.exec(name)?.[1]).find((level) => level !== undefined);
  const outline = first((style) => valueOf(findFirst(style, 'outlinelvl')));
  const list = first((style) => valueOf(findFirst(style, 'numid')));
  return {
    level: outlineLevel(outline) ?? (outline === undefined && named !== undefined ? Number(named) : undefined),
    role: names.map((name) => roleByName(name)).find((role) => role !== undefined),
    isHidden: first((style) => isOn(findFirst(style, 'vanish'))) ?? false,
    isListed: list !== undefined && list !== '0',
    isDisplayed:
      first((style) => valueOf(findFirst(style, 'jc'))) === 'center' ||
      ['b', 'pagebreakbefore'].some((name) => first((style) => isOn(findFirst(style, name)))) ||
      isLarge(first((style) => valueOf(findFirst(style, 'sz')))),
    language: first((style) => languageOf(style)),
  };
}

/** Returns the level of a heading for an outline level, which counts from 0; 9 is text. */
export function outlineLevel(value: string | undefined): number | undefined {
  const level = Number(value ?? Number.NaN);
  return level >= 0 && level < 9 ? level + 1 : undefined;
}

function nameOf(style: Element): string {
  return valueOf(childrenOf(style, 'name')[0])?.toLowerCase() ?? '';
}

function languageOf(properties: Element): string | undefined {
  return valueOf(findFirst(properties, 'lang'));
}

const roles: readonly (readonly [WordRole, RegExp])[] = [
  ['title', /^(?:title|subtitle)$/u],
  ['contents', /^(?:toc \d|contents \d|table of figures|table of authorities)$/u],
  ['index', /^index \d$/u],
  ['bibliography', /^bibliography$/u],
  ['quotation', /^(?:quote|intense quote|block text|quotations|epigraph)$/u],
  ['caption', /^caption$/u],
  ['code', /^(?:html preformatted|source code|code|preformatted text|macro text)$/u],
];

function roleByName(name: string): WordRole | undefined {
  return roles.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Returns the value (`w:val`) of a property. */
export function valueOf(property: Element | undefined): string | undefined {
  return property && attribute(property, 'val');
}

/** Reports whether a property that is on or off is on; undefined when it is not given. Without a value it is on. */
export function isOn(property: Element | undefined): boolean | undefined {
  return property && !/^(?:0|false|off|none)$/iu.test(valueOf(property) ?? '');
}
