import { addTo } from '../../core/collections/add-to.ts';
import { numberOf } from '../titles/number-words.ts';
import type { HeadingOrText, OutlineEntry } from './outline-entry.ts';

/** A line that counts: the word it counts with, and its number. */
interface CountedLine {
  readonly key: string;
  readonly number: number;
  readonly entry: OutlineEntry;
}

/** Lines that rise by one this many times in a row divide a text. */
const minRow = 3;
/** A longer line is a sentence. Characters. */
const maxLine = 80;

/**
 * Returns an outline of lines that are no headings but count through a text: a word and a number (`CANTO II`, `PSALM 23`,
 * `第三回 …`), or the first verses of chapters (`3:1 Now …`). Empty when none do.
 */
export function outlineOfLines(
  blocks: readonly HeadingOrText[],
  { start, end }: { readonly start: number; readonly end: number },
): OutlineEntry[] {
  const byKey = new Map<string, CountedLine[]>();
  for (let position = start; position < end; position += 1) {
    const line = countedLine(blocks[position], position);
    if (line === undefined) continue;
    addTo(byKey, line.key, line);
  }
  const rows = [...byKey.values()].map((row) => inOrder(row));
  const longest = rows.reduce<readonly CountedLine[]>((most, row) => (row.length > most.length ? row : most), []);
  return longest.length < minRow ? [] : longest.map(({ entry }) => entry);
}

/** Keeps the lines that go on from the one before: a number can be mentioned again. */
function inOrder(lines: readonly CountedLine[]): readonly CountedLine[] {
  const row: CountedLine[] = [];
  for (const line of lines) if (row.length === 0 || line.number === (row.at(-1)?.number ?? 0) + 1) row.push(line);
  return row;
}

const worded = /^(\p{L}{2,15})[.:]?\s+([\p{L}\p{N}]+)(?:\s*[.:—–-]\s*.*|\s+\p{Lu}.*)?$/u;
const han = /^第\s*([\p{N}零〇一二三四五六七八九十百千]{1,7})\s*(\p{Script=Han})/u;

function countedLine(block: HeadingOrText | undefined, position: number): CountedLine | undefined {
  if (block === undefined || block.kind === 'heading') return undefined;
  const { text, firstVerse } = block;
  const first = String(firstVerse);
  if (firstVerse !== undefined) return lineOf('verse', first, { position, label: first });
  return text.length > maxLine || severalSentences.test(text) ? undefined : wordedLine(text, position);
}

const severalSentences = /[.!?。！？].*[.!?。！？]$/u;

function wordedLine(text: string, position: number): CountedLine | undefined {
  const [, count, unit] = han.exec(text) ?? [];
  const [, word = unit, number = count] = worded.exec(text) ?? [];
  if (word === undefined || number === undefined) return undefined;
  return lineOf(word.toLowerCase(), number, { position, label: text });
}

function lineOf(key: string, word: string, entry: Pick<OutlineEntry, 'position' | 'label'>): CountedLine | undefined {
  const number = numberOf(word);
  return number === undefined
    ? undefined
    : { key, number, entry: { ...entry, isHeading: false, path: undefined, children: [] } };
}
