import { endsWithStop } from '../../../../text/ends-sentence.ts';

/** A line as long as this share of the others is full, so that its paragraph can go on. */
const fullShare = 0.7;

/** Reports whether the text before a line goes on at it or below, within a word or a sentence. `passed` are the lines that are no text. */
export function goesOn(lines: readonly string[], at: number, passed: ReadonlySet<number>): boolean {
  const above = textFrom(lines, at - 1, -1, passed);
  const below = textFrom(lines, at, 1, passed);
  if (above === undefined || below === undefined || endsWithStop(above)) return false;
  if (/\p{L}-$/u.test(above) || /^\s*["“‘«(]?\p{Ll}/u.test(below)) return true;
  return (
    /[,\p{L}]$/u.test(above) &&
    above.length >= fullShare * below.length &&
    !isTitle(above) &&
    indentOf(below) <= indentOf(above)
  );
}

/** Lines in capitals or with a capital in each word are not broken sentences. */
function isTitle(line: string): boolean {
  return !/\s\p{Ll}{4}/u.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function textFrom(
  lines: readonly string[],
  start: number,
  step: number,
  passed: ReadonlySet<number>,
): string | undefined {
  for (let index = start; index >= 0 && index < lines.length; index += step)
    if (!passed.has(index) && (lines[index] ?? '').trim() !== '') return lines[index]?.trimEnd();
  return undefined;
}
