import { endsWithStop } from '../../../text/ends-sentence.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { joinNumbered } from '../../titles/numbered-title.ts';
import { isSameTitle, normalizeTitle } from '../../titles/same-title.ts';
import { isCalledChapter, isGenericTitle, startsLikePart } from '../../titles/title-patterns.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** More lines and words do not stand above a title. */
const maxLinesAbove = 8;
const maxWordsAbove = 200;
const maxLineLength = 120;

/** Returns how many of the first lines repeat the title, with or without heading markup. */
export function countTitleLines(blocks: readonly FlowBlock[], label: string): number {
  let count = 0;
  while (count < 3 && isTitleLine(blocks, count, label)) count += 1;
  return count + countJoinedLines(blocks, count, label);
}

function isTitleLine(blocks: readonly FlowBlock[], index: number, label: string): boolean {
  const block = blocks[index];
  if (!block || block.text === '' || block.text.length > maxLineLength) return false;
  if (block.kind === 'heading' || block.isTitleLike || isGenericTitle(block.text)) return true;
  return isSameTitle(block.text, label) || (index > 0 && endsWithText(label, block.text));
}

/** `Introduction` and `Why we count` are the lines of `Introduction: Why we count`. */
function countJoinedLines(blocks: readonly FlowBlock[], start: number, label: string): number {
  for (const count of [2, 3]) {
    const lines = blocks.slice(start, start + count).map(({ text }) => text);
    if (lines.length < count || lines.some((line) => line === '' || line.length > maxLineLength)) return 0;
    const text = lines.join(' ');
    if (start === 0 ? isSameTitle(text, label) : endsWithText(label, text)) return count;
  }
  return 0;
}

/** Reports whether a title ends with the letters and digits of a text. */
export function endsWithText(label: string, text: string): boolean {
  const normalized = normalizeForComparison(text);
  return normalized !== '' && normalizeForComparison(label).endsWith(normalized);
}

/** Reports whether one title holds the words of another. */
export function holdsTitle(title: string, other: string): boolean {
  const words = normalizeTitle(other);
  return words !== '' && ` ${normalizeTitle(title)} `.includes(` ${words} `);
}

/** Returns where the title stands below other lines, such as an epigraph, a date or a caption; undefined when it does not. */
export function positionOfTitle(
  blocks: readonly FlowBlock[],
  label: string,
  headingsFrom: (position: number) => readonly string[],
): number | undefined {
  let wordsAbove = 0;
  for (const [position, block] of blocks.slice(0, maxLinesAbove + 1).entries()) {
    if (wordsAbove > maxWordsAbove) return undefined;
    if (position > 0 && canBeTitle(block) && repeatsTitle(headingsFrom(position), label)) return position;
    wordsAbove += block.size;
  }
  return undefined;
}

/** Excludes sentences and speech, which can have the words of a title by chance. */
function canBeTitle({ kind, text, isTitleLike }: FlowBlock): boolean {
  return kind === 'heading' || isTitleLike || (!endsWithStop(text) && !/^[\p{Pi}\p{Pf}"'«»„「『—–-]/u.test(text));
}

/** A bare number among other words is not the title. */
function repeatsTitle(headings: readonly string[], label: string): boolean {
  if (headings.length === 0) return false;
  const text = headings.join(' ');
  if (isSameTitle(text, label) || joinNumbered(label, text) !== undefined) return true;
  const isBareNumber = isGenericTitle(label) && !isCalledChapter(label) && !startsLikePart(label);
  return (!isBareNumber && holdsTitle(text, label)) || isNameOf(label, text);
}

/** Reports whether a title is a number and then this name. */
function isNameOf(label: string, name: string): boolean {
  const [words, own] = [normalizeTitle(label), normalizeTitle(name)];
  return own !== '' && words.endsWith(` ${own}`) && isGenericTitle(words.slice(0, -own.length).trim());
}
