import { isGenericTitle } from '../../titles/title-patterns.ts';
import { joinSpacedCapitals } from './clean/spaced-capitals.ts';
import { joinSpacedLetters, normalizeText } from './normalize-text.ts';

/** Makes `Chapter 1` and the line below it two headings, and joins the lines of any other heading. */
export function headingTexts(raw: string): string[] {
  const lines = raw
    .split('\n')
    .map((line) => normalizeText(joinSpacedLetters(line)))
    .filter((line) => line !== '');
  const [first, ...rest] = lines;
  if (first !== undefined && rest.length > 0 && isGenericTitle(joinSpacedCapitals(first)))
    return [first, rest.join(' ')];
  return lines.length === 0 ? [] : [lines.join(' ')];
}
