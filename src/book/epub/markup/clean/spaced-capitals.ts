import type { FlowDocument } from '../flow-block.ts';
import { withText } from './rewrite-blocks.ts';

/**
 * Returns what joins capitals that are spaced out to words (`D R A C U L A`, `C H A P. I`), and words that no wider gap divides
 * (`T H E L I F E O F`) at those of the book. A row of the alphabet and short rows, such as points of the compass, stay.
 */
export function capitalJoiner(documents: readonly FlowDocument[]): (text: string) => string {
  let words: ReadonlySet<string> | undefined;
  return (text) => {
    if (!mayBeSpaced.test(text)) return text;
    words ??= wordsOf(documents);
    return joinSpacedCapitals(text, words);
  };
}

/** Returns a document without spaced capitals. */
export function withoutSpacedCapitals(document: FlowDocument, join: (text: string) => string): FlowDocument {
  const blocks = document.blocks.map((block) => (block.kind === 'code' ? block : withText(block, join(block.text))));
  return { ...document, title: join(document.title), blocks };
}

/** Joins capitals that are spaced out to words. `words` are those of the book in small letters. */
export function joinSpacedCapitals(text: string, words: ReadonlySet<string> = new Set()): string {
  if (!mayBeSpaced.test(text)) return text;
  return text.replaceAll(spacedCapitals, (row) => (isAlphabet(row) ? row : divided(row.replaceAll(' ', ''), words)));
}

const mayBeSpaced = /\p{Lu} \p{Lu} \p{Lu} \p{Lu}/u;

/** Of four letters only with a stop, as of an abbreviation. */
const spacedCapitals =
  /(?<![\p{L}\p{N}.’'-])(?<!(?<!\p{L})\p{Lu} )(?:(?:\p{Lu} ){4,}\p{Lu}|(?:\p{Lu} ){3}\p{Lu}(?=\.))(?![\p{L}\p{N}’'-])/gu;

function isAlphabet(row: string): boolean {
  const codes = Array.from(row.replaceAll(' ', ''), (letter) => letter.codePointAt(0) ?? 0);
  return codes.slice(1).every((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1);
}

function wordsOf(documents: readonly FlowDocument[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of documents.flatMap(({ blocks }) => blocks)) {
    if (mayBeSpaced.test(text)) continue;
    for (const word of text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) words.add(word);
  }
  return words;
}

/** Words of a title are longer on average: letters that make many short ones are one word that the book does not have. */
const minMeanLength = 2.5;
const maxWordLength = 30;

/** Divides joined letters into as few words of the book as possible; they stay joined if they are a word, or make none. */
function divided(letters: string, words: ReadonlySet<string>): string {
  const found = fewestWords(Array.from(letters), words) ?? [];
  return found.length > 0 && found.length * minMeanLength <= letters.length ? found.join(' ') : letters;
}

function fewestWords(letters: readonly string[], words: ReadonlySet<string>): readonly string[] | undefined {
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= letters.length; end += 1) {
    const first = Math.max(0, end - maxWordLength);
    const choices = letters.slice(first, end).flatMap((_, index) => {
      const [before, word] = [best[first + index], letters.slice(first + index, end).join('')];
      return before !== undefined && words.has(word.toLowerCase()) ? [[...before, word]] : [];
    });
    best[end] = choices.toSorted((one, other) => one.length - other.length)[0];
  }
  return best[letters.length];
}
