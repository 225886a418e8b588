/** Lines without an empty line between them. */
export interface TextGroup {
  /** Without white space at their ends; that at their starts is kept. Never empty. */
  readonly lines: readonly string[];
  /** Number of empty lines before it. */
  readonly gap: number;
}

/** A form feed, which starts a page, counts as several empty lines. */
const newPage = '\n'.repeat(5);

/** Divides a text at its empty lines. */
export function groupLines(text: string): TextGroup[] {
  const groups: TextGroup[] = [];
  let lines: string[] = [];
  let gap = newPage.length;
  let emptyLines = 0;
  const end = (): void => {
    if (lines.length > 0) groups.push({ lines, gap });
    lines = [];
  };
  for (const raw of text
    .replaceAll('\t', '    ')
    .replaceAll('\f', newPage)
    .split(/\r\n|[\n\r\u0085\u2028]/u)) {
    const line = raw.trimEnd();
    if (line === '') {
      end();
      emptyLines += 1;
    } else {
      if (lines.length === 0 && groups.length > 0) gap = emptyLines;
      lines.push(line);
      emptyLines = 0;
    }
  }
  end();
  return groups;
}

/** Returns the text of a group in one line. */
export function joinGroup({ lines }: TextGroup): string {
  return lines.map((line) => line.trim()).join(' ');
}
