import { countWords } from '../../text/count-words.ts';
import type { Passage } from '../guard/answer/labels.ts';
import type { ScriptProblem } from '../guard/guarded-script.ts';
import { repeatsParagraph } from '../guard/repeats.ts';

/** The script of a part and the text that it was made from. */
export interface WrittenPart {
  readonly source: string;
  readonly paragraphs: readonly Passage[];
}

/**
 * Returns what is wrong with the parts of a chapter beside each other, by index: one has a paragraph of a part before it, or all together are too short,
 * and it is one of those that are. `minLength` is the share of the words of the chapter that its script has.
 */
export function reviewParts(parts: readonly WrittenPart[], minLength: number): ReadonlyMap<number, ScriptProblem> {
  const problems = new Map<number, ScriptProblem>();
  const chapter = parts.map(({ source }) => source).join('\n\n');
  const isShort = shareOf(parts) < minLength;
  for (const [index, part] of parts.entries()) {
    const before = parts.slice(0, index).flatMap(textsOf);
    if (repeatsParagraph(textsOf(part), before, chapter)) problems.set(index, 'repetition');
    // A part without a source is a gap: it was refused for what it is.
    else if (isShort && part.source !== '' && shareOf([part]) < minLength) problems.set(index, 'too-short');
  }
  return problems;
}

function textsOf({ paragraphs }: WrittenPart): string[] {
  return paragraphs.map(({ text }) => text);
}

function shareOf(parts: readonly WrittenPart[]): number {
  const words = parts.reduce((sum, part) => sum + countWords(textsOf(part).join('\n')), 0);
  return (
    words /
    Math.max(
      1,
      parts.reduce((sum, { source }) => sum + countWords(source), 0),
    )
  );
}
