import type { FlowBlock, FlowDocument } from '../flow-block.ts';
import { superscriptDigits } from '../../../../core/strings/superscript-digits.ts';
import { plainDigits } from '../normalize-text.ts';
import type { BookChoices } from '../../../book-choices.ts';
import { rewriteBlocks, withText } from './rewrite-blocks.ts';
import type { BlockPart } from './rewrite-blocks.ts';
import { chapterOfFirstVerse, findChapterVerses } from './verse-numbers.ts';

/**
 * Parts numbers from the words that they stand beside: fractions whose digits are raised and lowered (`2¹/3 cups`), and the
 * numbers of verses, which scripture has right before a word (`1In the beginning`) or with the chapter (`1:1 In`). Raised ones
 * are marks and go, as those of notes do; so do the others unless they are read: then they are words of their own.
 */
export function partNumbers(
  document: FlowDocument,
  { verseNumbers }: Pick<BookChoices, 'verseNumbers'> = {},
): FlowDocument {
  if (!document.blocks.some((block) => mayHaveNumber(block))) return document;
  const written = document.blocks.map((block) => withFirstVerse(withFractions(block)));
  const areRead = verseNumbers === 'read';
  const verses = areRead ? [] : findChapterVerses(written);
  const unnumbered = rewriteBlocks({ ...document, blocks: written }, verses, withoutParts);
  const numbers = [raised, onLine].flatMap((pattern) => acceptedRows(unnumbered.blocks, pattern).flat());
  return rewriteBlocks(unnumbered, numbers, (text, parts) => withoutJoints(text, parts, areRead));
}

function withFractions(block: FlowBlock): FlowBlock {
  return block.hasNoteMark ? withText(block, writeFractions(block.text)) : block;
}

/** Chapters can be divided at their first verses, also when these are not read. */
function withFirstVerse(block: FlowBlock): FlowBlock {
  const firstVerse = chapterOfFirstVerse(block.text);
  return firstVerse === undefined ? block : { ...block, firstVerse };
}

const joint = /\d["“‘«(]?\p{L}|\d:\d/u;

function mayHaveNumber({ kind, text, hasNoteMark }: FlowBlock): boolean {
  return kind !== 'code' && (hasNoteMark || joint.test(text));
}

/** Raised over lowered digits, behind a whole number or alone; not the end of a year (`166³/4`). */
const fraction = /(?<!\d\d)(\d?)([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})\s?[/⁄]\s?(\d{1,3})(?![\d⁰¹²³⁴⁵⁶⁷⁸⁹/])/gu;

function writeFractions(text: string): string {
  return text.replaceAll(fraction, (_all, whole: string, upper: string, lower: string) => {
    const space = whole === '' ? '' : ' ';
    return `${whole}${space}${plainDigits(upper)}/${lower}`;
  });
}

interface JoinedNumber extends BlockPart {
  readonly value: number;
  readonly isRaised: boolean;
  /** It can be an ordinal (`5er`) and counts only in a row of others. */
  readonly isDoubtful: boolean;
}

/** Before a word and not a label (`2b.`). Chinese and Japanese need no space. */
const beforeWord =
  '(?=["“‘«(¿¡]{0,2}(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])(?:\\p{L}\\p{M}*\\p{L}|\\p{L}[\\s’\'-]))';
const raised = new RegExp(`(?<=^|[^\\p{L}\\p{N}/⁄])[${superscriptDigits}]{1,3}\\s?${beforeWord}`, 'gu');
const onLine = new RegExp(`(?<=^|[\\s"“‘«(—])\\d{1,3}${beforeWord}`, 'gu');

/** A word that is not also the end of an ordinal (`er`, `de`, `e`): of more than one letter, or a capital (`1I am`). */
const clearWord =
  /^["“‘«(¿¡]{0,2}(?!(?:st|[nr]?d|th|ST|[NR]?D|TH|er|re|[èe]re|[èe]?me|e|de|s?te[rn]?)(?:ly|s|ment)?(?!\p{L}))(?:\p{L}\p{M}*\p{L}|\p{Lu}[\s’'-])/u;

/** Numbers that rise this many times in a row are those of verses: amounts and dates do not. */
const minRow = 3;

/** Short rows count once a long one is there, if they begin as chapters do: some have two verses. Before `2` is the number of the chapter. */
function acceptedRows(blocks: readonly FlowBlock[], pattern: RegExp): readonly (readonly JoinedNumber[])[] {
  const rows = rowsOf(blocks.flatMap((block) => numbersOf(block, pattern)));
  const isLong = (row: readonly JoinedNumber[] = []): boolean => row.length >= minRow && isStart(row[0]);
  if (!rows.some(isLong)) return [];
  return rows.filter((row, index) => isStart(row[0]) || (isLong(rows[index + 1]) && rows[index + 1]?.[0]?.value === 2));
}

function rowsOf(numbers: readonly JoinedNumber[]): readonly (readonly JoinedNumber[])[] {
  const rows: JoinedNumber[][] = [];
  let doubtful: JoinedNumber[] = [];
  for (const number of numbers) {
    if (number.isDoubtful) {
      doubtful.push(number);
      continue;
    }
    const row = rows.at(-1) ?? [];
    row.push(...missingBefore(number, row.at(-1), doubtful));
    doubtful = [];
    if (row.length > 0 && isNext(number, row.at(-1))) row.push(number);
    else rows.push([number]);
  }
  const last = rows.at(-1);
  last?.push(...rowAfter(last.at(-1), doubtful));
  return rows;
}

/** Doubtful numbers count where one is missing in a row, and at its end. */
function missingBefore(
  number: JoinedNumber,
  last: JoinedNumber | undefined,
  doubtful: readonly JoinedNumber[],
): readonly JoinedNumber[] {
  const row = rowAfter(last, doubtful);
  return follows(number, row.at(-1)) || !isNext(number, last) ? row : [];
}

/** Returns the doubtful numbers that go on after the last one, where a sentence can begin if they are not raised. */
function rowAfter(last: JoinedNumber | undefined, doubtful: readonly JoinedNumber[]): readonly JoinedNumber[] {
  const row: JoinedNumber[] = [];
  for (const number of doubtful) if (startsSentence(number) && follows(number, row.at(-1) ?? last)) row.push(number);
  return row;
}

function follows({ value }: JoinedNumber, last: JoinedNumber | undefined): boolean {
  return last !== undefined && value === last.value + 1;
}

function startsSentence({ block, start, isRaised }: JoinedNumber): boolean {
  return isRaised || /(?:^|[\p{P}—])\s*$/u.test(block.text.slice(0, start));
}

/** Of raised ones, one can be missing because of how it is marked up. */
function isNext({ value, isRaised }: JoinedNumber, last: JoinedNumber | undefined): boolean {
  const step = value - (last?.value ?? 0);
  return step === 1 || (isRaised && step === 2);
}

function isStart(number: JoinedNumber | undefined): boolean {
  return number !== undefined && number.value <= 2;
}

const raisedDigit = new RegExp(`[${superscriptDigits}]`, 'u');

function numbersOf(block: FlowBlock, pattern: RegExp): JoinedNumber[] {
  if (block.kind === 'code' || block.kind === 'table-row') return [];
  // Most blocks have no number, and the patterns look around each of their characters.
  if (!(pattern === raised ? raisedDigit : /\d/u).test(block.text)) return [];
  return Array.from(block.text.matchAll(pattern), (match) => ({
    block,
    start: match.index,
    end: match.index + match[0].length,
    value: Number(plainDigits(match[0].trim())),
    isRaised: pattern === raised,
    isDoubtful: !clearWord.test(block.text.slice(match.index + match[0].length)),
  }));
}

function withoutParts(text: string, parts: readonly BlockPart[]): string {
  return parts.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
}

function withoutJoints(text: string, numbers: readonly JoinedNumber[], areRead: boolean): string {
  let result = '';
  let at = 0;
  for (const { start, end, isRaised } of numbers) {
    const isRead = areRead && !isRaised;
    result += text.slice(at, isRead ? end : start);
    if (isRead || /[.,;:!?…”’)]$/u.test(result)) result += ' ';
    at = end;
  }
  return result + text.slice(at);
}
