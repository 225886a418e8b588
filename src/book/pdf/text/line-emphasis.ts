import type { Emphasis, EmphasisRange } from '../../../core/book.ts';
import { emphasisRanges } from '../../emphasis/emphasis-ranges.ts';
import type { SetOffText } from '../../emphasis/emphasis-ranges.ts';
import { SetOffTexts } from '../../emphasis/set-off-texts.ts';
import type { Line } from '../layout/pdf-page.ts';

/** Returns which parts of the text that was made of lines are set off, in order; undefined when none is. */
export function lineEmphasis(text: string, lines: readonly Line[]): readonly EmphasisRange[] | undefined {
  if (!lines.some(({ setOff }) => setOff !== undefined)) return undefined;
  const texts = new SetOffTexts();
  for (const part of lines.flatMap(partsOf)) texts.add(part.text, part.emphasis);
  const place = texts.place(text);
  const ranges = (place && emphasisRanges(text, place)) ?? [];
  const words = ranges.filter(({ from, to }) => holdsWords(text.slice(from, to)));
  return words.length === 0 ? undefined : words;
}

function partsOf({ text, dropCap, setOff = [{ text, emphasis: undefined }] }: Line): readonly SetOffText[] {
  // A large letter is not emphasis.
  return dropCap === undefined ? setOff : [{ text: dropCap, emphasis: setOff[0]?.emphasis }, ...setOff];
}

/** Ignores commas: in italics they look the same. */
function holdsWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Returns the emphasis in a heading, which is set off as a whole: emphasis that most of it shares does not count. */
export function headingEmphasis(text: string, ranges: readonly EmphasisRange[]): readonly EmphasisRange[] | undefined {
  const counted = (...kinds: readonly Emphasis[]): number =>
    ranges.filter(({ emphasis }) => kinds.includes(emphasis)).reduce((sum, { from, to }) => sum + to - from, 0);
  const isItalic = counted('em', 'both') > text.length / 2;
  const isStrong = counted('strong', 'both') > text.length / 2;
  const left = ranges.flatMap((range) => {
    const isStillItalic = range.emphasis !== 'strong' && !isItalic;
    const isStillStrong = range.emphasis !== 'em' && !isStrong;
    if (isStillItalic && isStillStrong) return [range];
    if (isStillItalic) return [{ ...range, emphasis: 'em' as const }];
    return isStillStrong ? [{ ...range, emphasis: 'strong' as const }] : [];
  });
  return left.length === 0 ? undefined : left;
}

/** Returns the emphasis of a part of a text, counted from where the part begins; undefined when nothing of it is set off. */
export function emphasisBetween(
  ranges: readonly EmphasisRange[] = [],
  start: number,
  end: number,
): readonly EmphasisRange[] | undefined {
  const inside = ranges.flatMap(({ from, to, emphasis }) => {
    const [first, last] = [Math.max(from, start), Math.min(to, end)];
    return first < last ? [{ from: first - start, to: last - start, emphasis }] : [];
  });
  return inside.length === 0 ? undefined : inside;
}
