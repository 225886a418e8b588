/** The characters `first` to `last` (exclusive) of a text are replaced. */
export interface TextEdit {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Returns a text with edits in ascending order applied. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { first, last, text } of edits) {
    parts.push(source.slice(done, first), text);
    done = last;
  }
  return parts.join('') + source.slice(done);
}
