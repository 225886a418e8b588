/** Joins lines to paragraphs. Knows the words of the text, to distinguish a divided word from one with a hyphen. */
export class LineJoiner {
  readonly #text: string;
  #words: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the lines as one text. A word that was divided at the end of a line is whole if the text has it elsewhere. */
  join(lines: readonly string[]): string {
    const parts: string[] = [];
    for (const raw of lines) {
      const line = raw.trim();
      const last = parts.at(-1);
      if (last === undefined) parts.push(line);
      else if (/\p{L}-$/u.test(last) && /^\p{L}/u.test(line)) parts.push(this.#joinHyphen(parts, line));
      else parts.push(/(?:--|—)$/u.test(last) ? line : ` ${line}`);
    }
    return parts.join('');
  }

  /** Takes the hyphen off the last part if it divides a word. */
  #joinHyphen(parts: string[], line: string): string {
    const last = parts.at(-1) ?? '';
    const start = /[\p{L}\p{M}]+(?=-$)/u.exec(last)?.[0] ?? '';
    const end = /^[\p{L}\p{M}]+/u.exec(line)?.[0] ?? '';
    this.#words ??= new Set(this.#text.toLowerCase().match(/[\p{L}\p{M}]+/gu));
    if (this.#words.has((start + end).toLowerCase())) parts[parts.length - 1] = last.slice(0, -1);
    return line;
  }
}
