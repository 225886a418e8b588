import type { BlockKind, Emphasis, LeftOutReason } from '../../../../core/book.ts';
import { isProgram } from '../is-program.ts';
import { blockElements, boldElements, emphasisElements } from '../element-names.ts';
import type { Traits } from './trait-reader.ts';
import type { Element } from '../markup-tree.ts';

/** The properties that a piece of text inherits from the elements around it. */
export interface TextContext {
  readonly kind: BlockKind;
  readonly level?: number | undefined;
  /** Reason to leave the text out. */
  readonly reason?: LeftOutReason | undefined;
  readonly isNote?: boolean | undefined;
  readonly isTitleLike?: boolean | undefined;
  readonly language?: string | undefined;
  readonly elementId?: string | undefined;
  /** Inside a link to another place in the book. */
  readonly isLink?: boolean | undefined;
  readonly isEmphasized?: boolean | undefined;
  /** Centered, bold or larger than the text. */
  readonly isDisplayed?: boolean | undefined;
  /** Its emphasis, if any. */
  readonly emphasis?: Emphasis | undefined;
  /** Inside `<pre>`, where a line break of the source is one of the text. */
  readonly isPreformatted?: boolean | undefined;
  /** Inside a table row: inner blocks do not end it. */
  readonly isRow?: boolean | undefined;
}

/** Returns the context inside an element, given the one around it. */
export function contextWithin(element: Element, name: string, traits: Traits, context: TextContext): TextContext {
  const around = withLanguage(element, context);
  if (blockElements.has(name)) return blockContext(element, name, traits, around);
  if (emphasisElements.has(name)) return emphasized(name, around);
  if (isLargeFont(element, name) || traits.displayed === true) return { ...around, isDisplayed: true };
  const href = element.attribs['href'];
  return name === 'a' && href !== undefined && !/^[a-z][a-z+.-]*:/iu.test(href) ? { ...around, isLink: true } : around;
}

function emphasized(name: string, context: TextContext): TextContext {
  const own = boldElements.has(name) ? 'strong' : 'em';
  const { emphasis = own } = context;
  return {
    ...context,
    isEmphasized: true,
    isDisplayed: own === 'strong' || name === 'big' || context.isDisplayed,
    emphasis: emphasis === own ? own : 'both',
  };
}

/** Sizes of `<font>` are 1 to 7, of which 3 is usual, or relative to that of the text. */
function isLargeFont(element: Element, name: string): boolean {
  return name === 'font' && /^\s*(?:\+\s*[1-6]|[4-7])\s*$/u.test(element.attribs['size'] ?? '');
}

/** Returns the context with the language that an element declares. */
export function withLanguage(element: Element, context: TextContext): TextContext {
  const language = element.attribs['xml:lang'] ?? element.attribs['lang'];
  return language === undefined || language === '' ? context : { ...context, language };
}

function blockContext(element: Element, name: string, traits: Traits, context: TextContext): TextContext {
  const id = element.attribs['id'];
  const own = context.isRow === true ? context : kindWithin(element, name, traits, context.kind);
  // Fields one by one, because spreading is slow and every block of a book passes here.
  return {
    kind: own.kind,
    level: own.level ?? context.level,
    language: context.language,
    isLink: context.isLink,
    isEmphasized: context.isEmphasized,
    isDisplayed: name === 'center' || (traits.displayed ?? context.isDisplayed),
    emphasis: context.emphasis,
    isRow: context.isRow,
    elementId: id === undefined || id === '' ? context.elementId : id,
    reason: reasonWithin(traits, context.reason),
    isNote: traits.note ?? context.isNote,
    isTitleLike: traits.titleLike ?? context.isTitleLike,
    isPreformatted: name === 'pre' || context.isPreformatted,
  };
}

/** A dedication or an epigraph on a title page is read. */
function reasonWithin(
  { hidden, reason, ownText }: Traits,
  around: LeftOutReason | undefined,
): LeftOutReason | undefined {
  const endsAround = ownText === true && around !== undefined && pages.has(around);
  if (around !== undefined && !endsAround) return around;
  return hidden === true ? 'hidden' : reason;
}

/** Reasons of pages before the text. */
const pages: ReadonlySet<string> = new Set(['cover', 'title-page', 'copyright']);

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
  if (traits.code === true && ['p', 'div', 'pre'].includes(name)) return 'code';
  if (name === 'pre') return isProgram(element) ? 'code' : 'verse';
  return undefined;
}

function kindByName(name: string, traits: Traits, around: BlockKind): BlockKind {
  if (around !== 'paragraph' && around !== 'quotation') return around;
  if (name === 'li' || name === 'dt' || name === 'dd') return 'list-item';
  return name === 'blockquote' || traits.quotation === true ? 'quotation' : around;
}

function parentName(element: Element): string | undefined {
  return element.parent?.name;
}
