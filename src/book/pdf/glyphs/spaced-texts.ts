import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { drawnOrder, isSpaceCode, placesOfTexts } from './drawn-glyphs.ts';
import type { DrawnGlyph } from './drawn-glyphs.ts';

/** Fewer can be words of one letter, or a list of names of points. */
const minLetters = 4;
const minShare = 0.6;
const space = /\s/u;
const oneLetter = /^\p{L}\p{M}*$/u;

/** Reports whether a text seems to be set wide: PDF.js takes the space between its letters for one between words. */
export function isSetWide({ str }: TextItem): boolean {
  const pieces = str.trim().split(/\s+/u);
  const letters = pieces.filter((piece) => oneLetter.test(piece)).length;
  return letters >= minLetters && letters >= minShare * pieces.length;
}

/** Reports whether a glyph is a hyphen that its font calls a soft one. PDF.js returns none of them. */
export function isSoftHyphen({ text }: DrawnGlyph): boolean {
  return text === '\u00AD';
}

/** A character of a page and its glyph. */
interface DrawnLetter extends DrawnGlyph {
  /** It begins its glyph, as only the first letter of a ligature does. */
  readonly isFirst: boolean;
  /** The ligature before it that PDF.js takes for a space, with the space before that, and its width; empty without. */
  readonly lead: string;
  readonly leadWidth: number;
  /** The soft hyphen or ligature that follows, with the space before it; empty without. */
  readonly hyphen: string;
}

/**
 * Returns texts with the spaces and soft hyphens that a page draws, in place of the gaps that PDF.js takes for spaces, or beside them
 * if it keeps them. A space between Arabic letters that takes no room is one that only parts them.
 */
export function withDrawnSpaces(
  items: readonly TextItem[],
  glyphs: readonly DrawnGlyph[],
  { keepsGaps }: Pick<SpacingFacts, 'keepsGaps'>,
): readonly TextItem[] {
  const drawn = lettersOf(glyphs);
  const drawsSpaces = drawn.filter(({ isApart }) => isApart).length > minSpaces * drawn.length;
  const orders = items.map((item) => drawnOrder(item));
  const seen = orders.map((order) => order.filter((one) => !space.test(one)));
  const places = placesOfTexts(
    seen.map((letters) => letters.join('')),
    drawn.map(({ text }) => text).join(''),
  );
  const written = items.map((item, index) => {
    const [start, order = [], { length } = []] = [places[index], orders[index], seen[index]];
    if (start === undefined) return item;
    const own = drawn.slice(start, start + length);
    const isCertain = isSetWide(item) && own.slice(1).some(({ isApart }) => isApart);
    const parts = spaced(order, own, { isCertain, drawsSpaces, keepsGaps });
    const str = (item.dir === 'rtl' ? parts.toReversed() : parts).join('');
    const lead = order[0] === own[0]?.text ? withLead(item, own[0]) : item;
    return { ...lead, str, width: lead.width + (str.endsWith('-') ? hyphenWidth * item.height : 0) };
  });
  // PDF.js returns the ligature before a text as a space of its own.
  const isLigature = (item: TextItem, index: number) =>
    item.str === ' ' && isSpaceCode({ text: written[index + 1]?.str[0] ?? '' });
  return written.map((item, index) => (isLigature(item, index) ? { ...item, str: '' } : item));
}

/** A text that begins with a ligature that PDF.js left out begins further left. */
function withLead(item: TextItem, first: DrawnLetter | undefined): TextItem {
  if (first === undefined || first.lead === '') return item;
  const shift = first.leadWidth * item.height;
  const transform = item.transform.map((one: number, at) => (at === 4 ? one - shift : one));
  return { ...item, transform, width: item.width + shift };
}

/** Share of the size. */
const hyphenWidth = 0.33;
/** Share of the letters of a page that stand behind a drawn space, if it draws them. */
const minSpaces = 0.05;

function lettersOf(glyphs: readonly DrawnGlyph[]): DrawnLetter[] {
  return glyphs.flatMap((glyph, index) => {
    if (isSoftHyphen(glyph) || isSpaceCode(glyph)) return [];
    const hyphen = hyphenAfter(glyphs, index);
    const before = leadsOn(glyphs, index - 1) ? glyphs[index - 1] : undefined;
    return glyph.text.split('').map((text, at) => {
      const [isFirst, isLast] = [at === 0, at === glyph.text.length - 1];
      const lead = isFirst ? codeOf(before) : '';
      return { ...glyph, text, isFirst, lead, leadWidth: before?.width ?? 0, hyphen: isLast ? hyphen : '' };
    });
  });
}

function hyphenAfter(glyphs: readonly DrawnGlyph[], index: number): string {
  const next = glyphs[index + 1];
  if (next === undefined) return '';
  if (isSoftHyphen(next)) return `${next.isApart ? ' ' : ''}-`;
  return isSpaceCode(next) && !leadsOn(glyphs, index + 1) ? codeOf(next) : '';
}

/** Reports whether a glyph is a ligature of the word that goes on behind it. */
function leadsOn(glyphs: readonly DrawnGlyph[], index: number): boolean {
  const [glyph, next] = [glyphs[index], glyphs[index + 1]];
  if (glyph === undefined || next === undefined || !isSpaceCode(glyph)) return false;
  return !next.isApart && next.operator === glyph.operator;
}

function codeOf(glyph: DrawnGlyph | undefined): string {
  return glyph === undefined ? '' : `${glyph.isApart ? ' ' : ''}${glyph.text}`;
}

interface SpacingFacts {
  /** The gaps that PDF.js finds are spaces. */
  readonly keepsGaps: boolean;
  /** The spaces of the text are drawn. */
  readonly isCertain: boolean;
  /** The spaces of the page are drawn. */
  readonly drawsSpaces: boolean;
}

/** Returns the characters of a text in the order of their drawing, with the separators between them. */
function spaced(order: readonly string[], own: readonly DrawnLetter[], facts: SpacingFacts): string[] {
  const spaces = order.flatMap((one, index) => (space.test(one) ? [] : [space.test(order[index - 1] ?? '')]));
  let isLate = false;
  const parts = own.map((letter, index) => {
    const [before, hasSpace] = [own[index - 1], spaces[index] === true];
    const gap = { hasSpace, isSeen: hasSpace && !isLate && !facts.isCertain, isKept: facts.keepsGaps };
    const lead = before ? separator(before, letter, gap) : letter.lead || ' '.repeat(Number(hasSpace));
    isLate = isSpaceLate(before, isLate && !hasSpace && !letter.isApart, facts);
    return [lead, letter.text];
  });
  const ends = [own.at(-1)?.hyphen ?? '', space.test(order.at(-1) ?? '') ? ' ' : ''];
  return [...parts.flat(), ...ends];
}

/** PDF.js takes the width of a soft hyphen, which it does not return, for a space, but some letters too late. */
function isSpaceLate(before: DrawnLetter | undefined, wasLate: boolean, { drawsSpaces }: SpacingFacts): boolean {
  return before !== undefined && before.hyphen !== '' ? drawsSpaces : wasLate;
}

/** What PDF.js finds between two letters. */
interface Gap {
  readonly hasSpace: boolean;
  /** The space is not that of a hyphen. */
  readonly isSeen: boolean;
  readonly isKept: boolean;
}

function separator(before: DrawnLetter, letter: DrawnLetter, gap: Gap): string {
  if (before.hyphen !== '') return `${before.hyphen}${letter.isApart ? ' ' : ''}`;
  if (letter.lead !== '') return letter.lead;
  if (!letter.isFirst) return '';
  if (letter.isApart) return drawnSpace(before.text + letter.text, gap);
  return gap.isSeen && (gap.isKept || !isSpacing(before, letter)) ? ' ' : '';
}

function drawnSpace(letters: string, { hasSpace, isKept }: Gap): string {
  if (!hasSpace && arabic.test(letters)) return nonJoiner;
  return hasSpace || !isKept ? ' ' : '';
}

/** A gap within an operator that has spaces is the spacing of its letters. Beside a sign, it can be a narrow space: `z. B.` */
function isSpacing(before: DrawnLetter, letter: DrawnLetter): boolean {
  return letter.isSpaced && letter.operator === before.operator && /^\p{L}{2}$/u.test(before.text + letter.text);
}

const arabic = /^\p{Script=Arabic}{2}$/u;
const nonJoiner = '\u200C';
