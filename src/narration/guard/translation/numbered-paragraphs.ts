import { removeFraming } from '../cleaning/remove-framing.ts';
import { sourceText } from '../source-text.ts';

/** Ways in which models write the number of a paragraph at the beginning of a line: `[1]`, `**[1]**`, `[1]:`, then `1.` and `1)`. */
const numberStyles: readonly RegExp[] = [
  /^[^\S\n]*(?:#+[^\S\n]*)?(?:\*\*|__)?\[(\d{1,4})\]:?(?:\*\*|__)?:?[^\S\n]*/gmu,
  /^[^\S\n]*(?:\*\*|__)?(\d{1,4})[.):](?:\*\*|__)?[^\S\n]+/gmu,
];

/**
 * Returns the `count` paragraphs of a numbered completion, or undefined when a number is missing. What stands before the first
 * is ignored, so are remarks after the last. A single paragraph may come without its number.
 */
export function numberedParagraphs(completion: string, count: number): readonly string[] | undefined {
  const text = completion.replaceAll(/^\s*```\w*\s*|\s*```\s*$/gu, '');
  for (const style of numberStyles) {
    const parts = partsAt(text, style, count);
    if (parts) return withoutRemarks(parts);
  }
  const isNumbered = numberStyles.some((style) => [...text.matchAll(style)].length > 0);
  return count === 1 && !isNumbered ? withoutRemarks([removeFraming(text, sourceText('', 'und'))]) : undefined;
}

/** Returns the texts after the numbers 1 to `count`. Undefined when one is missing, out of order, or more follow. */
function partsAt(text: string, style: RegExp, count: number): string[] | undefined {
  const numbers = [...text.matchAll(style)].map((match) => ({
    number: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const first = numbers.findIndex(({ number }) => number === 1);
  const found = first < 0 ? [] : numbers.slice(first);
  if (found.length !== count || found.some(({ number }, index) => number !== index + 1)) return undefined;
  return found.map(({ end }, index) => text.slice(end, found[index + 1]?.start));
}

const noteWords =
  "translator[’']?s?(?:[’']s)? notes?|n\\.? ?d\\.? ?t\\.?|note du traducteur|note de la traductrice|nota del? tradu\\w*|anm(?:erkung|\\.)? d(?:es|er|\\.) ü\\w*\\.?|t\\.? ?n\\.?|noot van de vertaler|прим(?:ечание|\\.) пер\\w*\\.?|訳注|译(?:者)?注|譯(?:者)?註|옮긴이 주";
const noteInside = new RegExp(`\\s*[([（［【](?:${noteWords})\\s*[:：.–—-]?[^)\\]）］】]*[)\\]）］】]`, 'giu');
const noteParagraph = new RegExp(
  `^[([*_（]*(?:${noteWords}|note|notes|hinweis|anmerkung(?:en)?|nota|remarque|opmerking|примечание|注|备注|補足)[*_]*\\s*[:：]`,
  'iu',
);

/** A paragraph of a book is one line. What follows behind an empty line is a remark, or the rest of a paragraph that was divided. */
function withoutRemarks(parts: readonly string[]): readonly string[] {
  return parts.map((part) => {
    const [first = '', ...rest] = part.trim().split(/\n\s*\n/u);
    const kept = rest.filter((chunk) => !noteParagraph.test(chunk.trim()) && !isRemark(chunk));
    return [first, ...kept].join(' ').replaceAll(noteInside, '').trim();
  });
}

function isRemark(chunk: string): boolean {
  const isRule = !/[\p{L}\p{N}]/u.test(chunk);
  return isRule || removeFraming(chunk.trim(), sourceText('', 'und')) === '';
}
