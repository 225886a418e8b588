import { findHeadingLines } from './find-heading-lines.ts';

/** Lines without an empty line between them. */
export interface TextGroup {
  /** Without white space at their ends; that at their starts is kept. Never empty. */
  readonly lines: readonly string[];
  /** Number of empty lines before it. */
  readonly gap: number;
}

/** A form feed, which starts a page, counts as several empty lines. */
const newPage = '\n'.repeat(5);

/** Divides a text at its empty lines, and where a chapter's heading has none around it. */
export function groupLines(text: string): TextGroup[] {
  const groups: TextGroup[] = [];
  let lines: string[] = [];
  let gap = newPage.length;
  let emptyLines = 0;
  const end = (): void => {
    if (lines.length > 0) groups.push({ lines, gap });
    lines = [];
  };
  const add = (line: string): void => {
    if (lines.length === 0 && groups.length > 0) gap = Math.max(emptyLines, 1);
    lines.push(line);
    emptyLines = 0;
  };
  const all = linesOf(text);
  const headings = findHeadingLines(all);
  for (const [index, line] of all.entries()) {
    const heading = headings.get(index);
    if (line === '' || heading !== undefined) end();
    if (line === '') emptyLines += 1;
    else add(heading?.text ?? line);
    if (heading?.hasTextBelow === true) end();
  }
  end();
  return groups;
}

function linesOf(text: string): string[] {
  return text
    .replaceAll('\t', '    ')
    .replaceAll('\f', newPage)
    .split(/\r\n|[\n\r\u0085\u2028]/u)
    .map((line) => line.trimEnd());
}

/** Returns the text of a group in one line. */
export function joinGroup({ lines }: TextGroup): string {
  return lines.map((line) => line.trim()).join(' ');
}
