import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';
import type { MarkedContent } from './marked-content.ts';

type Item = TextItem | TextMarkedContent;

/** A glyph that its font gives no meaning, as a ligature of the font. */
const lost = '\0';
const onlySoftHyphens = /^\u00AD+$/u;
/** Their vowels are drawn in another order than they are written, and their ligatures mean nothing alone. */
const reorderedScript =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Reports whether what content says can be of use where its fonts fail. */
export function isOfUse({ actualText }: MarkedContent): boolean {
  return actualText !== undefined && (onlySoftHyphens.test(actualText) || /\p{L}/u.test(actualText));
}

/**
 * Returns the texts of a page, with what marked content says in place of glyphs without a meaning, of soft hyphens that were drawn as
 * spaces, and of letters in the order of their drawing. Undefined when the content is not that of the texts.
 */
export function withActualTexts(items: readonly Item[], marked: readonly MarkedContent[]): TextItem[] | undefined {
  const begins = items.filter((item) => 'type' in item && item.type !== 'endMarkedContent');
  const isSame = begins.length === marked.length && begins.every((item, index) => tagOf(item) === marked[index]?.tag);
  return isSame ? replace(items, marked) : undefined;
}

function tagOf(item: Item): unknown {
  return 'tag' in item ? item.tag : undefined;
}

/** Marked content with the texts that it draws. */
interface Span {
  readonly actualText: string | undefined;
  readonly drawn: TextItem[];
}

function replace(items: readonly Item[], marked: readonly MarkedContent[]): TextItem[] {
  const texts: PlacedText[] = [];
  const open: Span[] = [];
  const rest = marked.values();
  let isAfterSoftHyphen = false;
  for (const item of items) {
    if ('str' in item) {
      texts.push(placeText(item, open.at(-1), isAfterSoftHyphen));
      isAfterSoftHyphen &&= item.str === '';
    } else if (item.type === 'endMarkedContent') {
      isAfterSoftHyphen = onlySoftHyphens.test(open.pop()?.actualText ?? '');
    } else {
      open.push({ actualText: rest.next().value?.actualText, drawn: [] });
    }
  }
  return texts.flatMap(({ text, span }) => replaced(text, span));
}

/** A text in the innermost content that is marked. */
interface PlacedText {
  readonly text: TextItem;
  readonly span: Span | undefined;
}

/** PDF.js takes a soft hyphen without a width for a space. */
function placeText(item: TextItem, span: Span | undefined, isAfterSoftHyphen: boolean): PlacedText {
  const text = isAfterSoftHyphen ? { ...item, str: item.str.trimStart() } : item;
  if (text.str.trim() !== '') span?.drawn.push(text);
  return { text, span };
}

function replaced(item: TextItem, span: Span | undefined): TextItem[] {
  const { actualText, drawn } = span ?? { actualText: undefined, drawn: [] };
  if (actualText === undefined) return [item];
  const isBlank = item.str.trim() === '';
  if (onlySoftHyphens.test(actualText)) return isBlank && !item.hasEOL ? [] : [item];
  if (isBlank || !isNeeded(actualText, drawn)) return [item];
  const width = drawn.reduce((sum, one) => sum + one.width, 0);
  return item === drawn[0] ? [{ ...item, str: actualText, width }] : [];
}

function isNeeded(actualText: string, drawn: readonly TextItem[]): boolean {
  if (!/\p{L}/u.test(actualText)) return false;
  return drawn.some(({ str }) => str.includes(lost)) || reorderedScript.test(actualText);
}
