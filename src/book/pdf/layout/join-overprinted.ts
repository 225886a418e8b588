import type { Run } from './pdf-page.ts';
import { withAccent } from './readable-text.ts';
import { withText } from './pdf-page.ts';

/** Share of the size by which runs overlap when a letter is drawn over another. */
const overlapOfLetters = { min: 0.15, max: 1.2 };
/** Shares of the size. An accent of a capital is raised, and a shadow is beside its letter. */
const maxRise = 0.5;
/** An accent is narrower than a capital; letters that are drawn from right to left are each before the last one. */
const maxShift = { accent: 0.5, letter: 0.1 };
const shadow = { maxRise: 0.15, minOverlap: 0.3 };

/**
 * Joins what is drawn over the letter before it: an accent that is drawn before its letter, as TeX does (`informaci´` and `on`), and
 * letters that are drawn twice, one by one (`AP` and `PR`).
 */
export function joinOverprinted(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  let last = -1;
  for (const run of runs) {
    const isBlank = run.text.trim() === '';
    const before = result[last];
    const pair = isBlank || before === undefined ? undefined : joinedPair(before, run);
    // The blank between the two is no space.
    if (pair !== undefined) result.splice(last, result.length, pair[0]);
    result.push(pair?.[1] ?? run);
    if (!isBlank) last = result.length - 1;
  }
  return result;
}

function joinedPair(before: Run, run: Run): [Run, Run] | undefined {
  const overlap = (before.right - run.left) / run.size;
  if (before.rightToLeft || overlap < overlapOfLetters.min || overlap > overlapOfLetters.max) return undefined;
  const rise = Math.abs(before.baseline - run.baseline) / run.size;
  if (rise < shadow.maxRise && overlap > shadow.minOverlap && isDouble(before, run))
    return [before, withoutStart(run, before.right)];
  return rise < maxRise ? accentedPair(before, run) : undefined;
}

function isDouble(before: Run, run: Run): boolean {
  const [letter = ''] = run.text;
  return isRightOf(before, run, maxShift.letter) && /\p{L}/u.test(letter) && before.text.endsWith(letter);
}

function isRightOf(before: Run, run: Run, shift: number): boolean {
  return run.left > before.left - shift * run.size;
}

function withoutStart(run: Run, left: number): Run {
  const [letter = ''] = run.text;
  return { ...withText(run, run.text.slice(letter.length)), left };
}

function accentedPair(before: Run, run: Run): [Run, Run] | undefined {
  const [letter = ''] = run.text;
  const accented = withAccent(letter, before.text.at(-1) ?? '');
  if (accented === undefined || !isRightOf(before, run, maxShift.accent)) return undefined;
  const right = Math.max(before.left, run.left);
  return [
    { ...withText(before, before.text.slice(0, -1)), right },
    withText(run, accented + run.text.slice(letter.length)),
  ];
}
