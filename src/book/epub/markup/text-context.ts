import type { BlockKind, LeftOutReason } from '../../../core/book.ts';
import { blockElements, emphasisElements } from './element-names.ts';
import type { Traits } from './trait-reader.ts';
import { findAll, textOf } from './parse-markup.ts';
import type { Element } from './markup-tree.ts';

/** What the elements around a piece of text say about it. */
export interface TextContext {
  readonly kind: BlockKind;
  readonly level?: number;
  readonly matter?: LeftOutReason;
  readonly note?: boolean;
  readonly titleLike?: boolean;
  readonly language?: string;
  readonly elementId?: string;
  /** Inside a link that leads to another place in the book. */
  readonly link?: boolean;
  readonly emphasis?: boolean;
  /** Inside a table row: inner blocks do not end it. */
  readonly row?: boolean;
}

/** The context inside an element, from the one around it. */
export function contextWithin(element: Element, name: string, traits: Traits, context: TextContext): TextContext {
  const around = withLanguage(element, context);
  if (blockElements.has(name)) return blockContext(element, name, traits, around);
  if (emphasisElements.has(name)) return { ...around, emphasis: true };
  const href = element.attribs['href'];
  return name === 'a' && href !== undefined && !/^[a-z][a-z+.-]*:/iu.test(href) ? { ...around, link: true } : around;
}

/** The context with the language that an element declares. */
export function withLanguage(element: Element, context: TextContext): TextContext {
  const language = element.attribs['xml:lang'] ?? element.attribs['lang'];
  return language === undefined || language === '' ? context : { ...context, language };
}

function blockContext(element: Element, name: string, traits: Traits, context: TextContext): TextContext {
  const matter = context.matter ?? (traits.hidden === true ? 'hidden' : traits.matter);
  const id = element.attribs['id'];
  return {
    ...context,
    ...(context.row === true ? {} : kindWithin(element, name, traits, context.kind)),
    ...(id !== undefined && id !== '' && { elementId: id }),
    ...(matter !== undefined && { matter }),
    ...(traits.note === true && { note: true }),
    ...(traits.titleLike === true && { titleLike: true }),
  };
}

type Kind = Pick<TextContext, 'kind' | 'level'>;

function kindWithin(element: Element, name: string, traits: Traits, around: BlockKind): Kind {
  if (/^(?:h[1-6]|hd)$/u.test(name)) return { kind: 'heading', level: Number(name[1]) || 2 };
  if (around === 'heading') return { kind: around };
  if (name === 'p' && parentName(element) === 'hgroup') return { kind: 'heading', level: 2 };
  return { kind: kindByMarkup(element, name, traits) ?? kindByName(name, traits, around) };
}

function kindByMarkup(element: Element, name: string, traits: Traits): BlockKind | undefined {
  if (traits.verse === true || name === 'linegroup') return 'verse';
  if (name === 'figcaption' || name === 'caption' || traits.caption === true) return 'caption';
  if (name === 'pre') return isCode(element) ? 'code' : 'verse';
  return undefined;
}

function kindByName(name: string, traits: Traits, around: BlockKind): BlockKind {
  if (around !== 'paragraph' && around !== 'quotation') return around;
  if (name === 'li' || name === 'dt' || name === 'dd') return 'list-item';
  return name === 'blockquote' || traits.quotation === true ? 'quotation' : around;
}

/** `<pre>` holds programs in manuals, but verse and letters in older books. */
function isCode(element: Element): boolean {
  if (findAll(element, 'code', 'kbd', 'samp', 'span').length > 0) return true;
  const { parent } = element;
  const outer = parent?.attribs['class'] ?? '';
  const classes = `${element.attribs['class'] ?? ''} ${outer}`;
  return (
    /code|highlight|literal|listing|program|source|screen/iu.test(classes) || /[{};=<>$|\\]/u.test(textOf(element))
  );
}

function parentName(element: Element): string | undefined {
  return element.parent?.name;
}
