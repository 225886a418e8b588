import type { FlowBlock, FlowDocument } from '../flow-block.ts';
import { plainDigits, superscriptDigits } from '../normalize-text.ts';
import { rewriteBlocks, withText } from './rewrite-blocks.ts';
import type { BlockPart } from './rewrite-blocks.ts';

/**
 * Parts numbers from the words that they stand beside: fractions whose digits are raised and lowered (`2¹/3 cups`), and the
 * numbers of verses, which scripture has right before a word (`1In the beginning`). Those on the line get a space; raised
 * ones are marks and go, as those of notes do.
 */
export function partNumbers(document: FlowDocument): FlowDocument {
  if (!document.blocks.some((block) => mayHaveNumber(block))) return document;
  const blocks = document.blocks.map((block) =>
    block.hasNoteMark ? withText(block, writeFractions(block.text)) : block,
  );
  const numbers = [raised, onLine].flatMap((pattern) => acceptedRows(blocks, pattern).flat());
  return rewriteBlocks({ ...document, blocks }, numbers, withoutJoints);
}

const joint = /\d["“‘«(]?\p{L}/u;

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
}

/** Before a word of more than one letter or a capital (`1I am`), and not the end of an ordinal. Chinese and Japanese need no space. */
const beforeWord =
  '(?=["“‘«(¿¡]{0,2}(?!(?:st|[nr]?d|th|ST|[NR]?D|TH|er|re|[èe]re|[èe]?me|e|de|s?te[rn]?)(?:ly|s|ment)?(?!\\p{L}))(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])(?:\\p{L}\\p{M}*\\p{L}|\\p{Lu}[\\s’\'-]))';
const raised = new RegExp(`(?<=^|[^\\p{L}\\p{N}/⁄])[${superscriptDigits}]{1,3}\\s?${beforeWord}`, 'gu');
const onLine = new RegExp(`(?<=^|[\\s"“‘«(—])\\d{1,3}${beforeWord}`, 'gu');

/** Numbers that rise this many times in a row are those of verses: amounts and dates do not. */
const minRow = 3;

/** Short rows count once a long one is there, if they begin as chapters do: some have two verses. Before `2` is the number of the chapter. */
function acceptedRows(blocks: readonly FlowBlock[], pattern: RegExp): readonly (readonly JoinedNumber[])[] {
  const rows: JoinedNumber[][] = [];
  for (const number of blocks.flatMap((block) => numbersOf(block, pattern))) {
    const row = rows.at(-1);
    if (row !== undefined && isNext(number, row.at(-1))) row.push(number);
    else rows.push([number]);
  }
  const isLong = (row: readonly JoinedNumber[] = []): boolean => row.length >= minRow && isStart(row[0]);
  if (!rows.some(isLong)) return [];
  return rows.filter((row, index) => isStart(row[0]) || (isLong(rows[index + 1]) && rows[index + 1]?.[0]?.value === 2));
}

/** Of raised ones, one can be missing because of how it is marked up. */
function isNext({ value, isRaised }: JoinedNumber, last: JoinedNumber | undefined): boolean {
  const step = value - (last?.value ?? 0);
  return step === 1 || (isRaised && step === 2);
}

function isStart(number: JoinedNumber | undefined): boolean {
  return number !== undefined && number.value <= 2;
}

function numbersOf(block: FlowBlock, pattern: RegExp): JoinedNumber[] {
  if (block.kind === 'code' || block.kind === 'table-row') return [];
  return Array.from(block.text.matchAll(pattern), (match) => ({
    block,
    start: match.index,
    end: match.index + match[0].length,
    value: Number(plainDigits(match[0].trim())),
    isRaised: pattern === raised,
  }));
}

function withoutJoints(text: string, numbers: readonly JoinedNumber[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, isRaised } of numbers) {
    result += text.slice(at, isRaised ? start : end);
    if (!isRaised || /[.,;:!?…”’)]$/u.test(result)) result += ' ';
    at = end;
  }
  return result + text.slice(at);
}
