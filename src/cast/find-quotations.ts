import type { Block } from '../core/book.ts';
import { containsCjk } from '../text/contains-cjk.ts';
import { countWords } from '../text/count-words.ts';
import { dashRanges } from './dash-dialogue.ts';
import { beginsWith, closedAt, markedRanges } from './quotation-marks.ts';
import type { MarkedRange } from './quotation-marks.ts';
import { speechWords, smallWords } from './speech-words.ts';

/** A part of a block. */
export interface BlockSpan {
  /** Index of the block. */
  readonly block: number;
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
}

/** Speech of one character without a break, with its marks. A quotation over several paragraphs has several spans. */
export interface Quotation {
  readonly spans: readonly BlockSpan[];
}

/**
 * Returns the dialogue of a chapter by the quotation marks and dashes of its language, in order. Quotations inside of others,
 * titles, and single words that are quoted are not dialogue.
 */
export function findQuotations(blocks: readonly Block[], language: string): Quotation[] {
  const quotations: Quotation[] = [];
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index];
    if (!block || !isProse(block)) continue;
    const spoken = block.language ?? language;
    const dashes = dashRanges(block.text, spoken);
    if (dashes.length > 0) {
      quotations.push(...dashes.map(([from, to]) => ({ spans: [{ block: index, from, to }] })));
      continue;
    }
    const next = inBlock(blocks, index, spoken);
    quotations.push(...next.quotations);
    index = next.last;
  }
  return quotations;
}

/** Verse and lists are read as they are, and so are letters that are set apart. */
function isProse({ kind, text, role }: Block): boolean {
  return (kind === 'paragraph' || kind === 'quotation') && text !== '' && role === undefined;
}

/** Returns the quotations of a block and, when the last goes on, of the blocks after it. */
function inBlock(
  blocks: readonly Block[],
  index: number,
  language: string,
): { readonly quotations: Quotation[]; readonly last: number } {
  const text = blocks[index]?.text ?? '';
  const quotations: Quotation[] = [];
  for (const range of markedRanges(text, language)) {
    if (range.isClosed) {
      if (isSaid(text, range, language)) quotations.push({ spans: [{ block: index, from: range.from, to: range.to }] });
      continue;
    }
    const spans = longQuotation(blocks, index, range, language);
    if (spans === undefined) continue;
    quotations.push({ spans });
    const end = spans.at(-1);
    if (end === undefined || end.block === index) continue;
    const rest = restOf(blocks, end, language);
    return { quotations: [...quotations, ...rest.quotations], last: rest.last };
  }
  return { quotations, last: index };
}

/** Returns the quotations after the end of a long one, with their places in the whole block. */
function restOf(blocks: readonly Block[], { block, to }: BlockSpan, language: string) {
  const text = blocks[block]?.text ?? '';
  // Marks before the end are replaced, so that all places stay the same.
  const rest = blocks.map((each, index) =>
    index === block ? { ...each, text: `${' '.repeat(to)}${text.slice(to)}` } : each,
  );
  return inBlock(rest, block, language);
}

/** Paragraphs without a mark that a quotation may go on over, as verse that is quoted. */
const maxUnmarked = 2;

/** Returns the spans of a quotation that goes on after its paragraph, or undefined when it is only not closed. */
function longQuotation(
  blocks: readonly Block[],
  start: number,
  { from, mark }: MarkedRange,
  language: string,
): readonly BlockSpan[] | undefined {
  const spans: BlockSpan[] = [{ block: start, from, to: textAt(blocks, start).length }];
  let certain = 1;
  for (const [offset, { kind, text }] of blocks.slice(start + 1).entries()) {
    const block = start + 1 + offset;
    const next = isBreak(kind) || spans.length - certain > maxUnmarked ? undefined : continuation(text, mark, language);
    if (!next) break;
    spans.push({ block, from: next.from, to: next.to });
    if (next.isClosed) return spans;
    if (next.isMarked) certain = spans.length;
  }
  // Each paragraph was opened with the mark, and the last was never closed.
  return certain > 1 ? spans.slice(0, certain) : undefined;
}

function textAt(blocks: readonly Block[], index: number): string {
  return blocks[index]?.text ?? '';
}

function isBreak(kind: Block['kind']): boolean {
  return kind === 'heading' || kind === 'scene-break';
}

interface Continuation {
  readonly from: number;
  readonly to: number;
  /** Whether the paragraph begins with the mark of the quotation. */
  readonly isMarked: boolean;
  readonly isClosed: boolean;
}

/** Returns the part of a paragraph that a quotation from the paragraph before goes on in. Undefined when another one begins. */
function continuation(text: string, mark: string, language: string): Continuation | undefined {
  const isMarked = beginsWith(text, mark);
  const from = isMarked ? text.indexOf(mark) : 0;
  const inside = from + (isMarked ? mark.length : 0);
  const end = closedAt(text.slice(inside), mark, language);
  const other = markedRanges(text.slice(inside), language)[0]?.from ?? text.length;
  if (end !== undefined && (isMarked || end <= other + 1)) return { from, to: inside + end, isMarked, isClosed: true };
  return isMarked || other === text.length ? { from, to: text.length, isMarked, isClosed: false } : undefined;
}

/** Reports whether quoted words are said by a person, and not only named: a title, an odd word, irony. */
function isSaid(text: string, { from, to }: MarkedRange, language: string): boolean {
  const inner = text.slice(from + 1, to - 1).trim();
  if (!/[\p{L}\p{N}]/u.test(inner)) return false;
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to);
  const isOpening = before === '' || /[.!?…。！？:：,，、—–―”’»」』"]$/u.test(before);
  const hasMark = /[.,!?…。！？，、—–―-]$/u.test(inner);
  if (containsCjk(inner)) return isSaidInCjk(inner, after, isOpening || hasMark);
  return isSaidInWords({ before, inner, after }, { isOpening, hasMark }, language);
}

interface Quoted {
  readonly before: string;
  readonly inner: string;
  readonly after: string;
}

interface QuotedMarks {
  /** A sentence, or what follows a comma or colon, begins with it. */
  readonly isOpening: boolean;
  /** It ends with a mark of its own. */
  readonly hasMark: boolean;
}

function isSaidInWords(
  { before, inner, after }: Quoted,
  { isOpening, hasMark }: QuotedMarks,
  language: string,
): boolean {
  if (before === '' && /^\s*(?:$|[,，])/u.test(after)) return true;
  if (countWords(inner) > 2) return hasMark || isOpening || isWithVerb(before, after, { language, words: 8 });
  return isOpening === hasMark ? isOpening : isWithVerb(before, after, { language, words: 2 });
}

/** Japanese has no mark at the end of what is said; と or って follows. */
function isSaidInCjk(inner: string, after: string, isMarked: boolean): boolean {
  const isLong = inner.length > 8;
  return isMarked || (isLong ? /^(?:と|って)/u : /^(?:と(?!い)|って)/u).test(after);
}

interface VerbPlace {
  readonly language: string;
  /** Its largest distance, in words. */
  readonly words: number;
}

const reach = 60;

/** Reports whether a verb of saying is beside a quotation, in its sentence. */
function isWithVerb(before: string, after: string, { language, words }: VerbPlace): boolean {
  const sentenceBefore = /[^.!?…]*$/u.exec(before.slice(-reach))?.[0] ?? '';
  const sentenceAfter = /^[^.!?…]*/u.exec(after.slice(0, reach))?.[0] ?? '';
  const near = [...smallWords(sentenceBefore).slice(-words), ...smallWords(sentenceAfter).slice(0, words)];
  return near.some((word) => speechWords(language).verbs.has(word));
}
