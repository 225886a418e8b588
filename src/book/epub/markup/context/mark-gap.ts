/** A mark right behind words that lead to a note: raised, bracketed or a sign. */
const markBehind = /^(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}(?!\p{N})|(?: ?\[\d{1,4}\]|\(\d{1,3}\)|[*†‡]{1,3})(?![\p{Lu}\p{Ll}\p{N}]))/u;
const markAtEnd = /(?:[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}|\s?\[\d{1,4}\]|\(\d{1,3}\)|[*†‡]{1,3})$/u;
/** Longer than a mark with the word before it. All text before each mark would be looked at otherwise. */
const endLength = 16;
/** Shorter words are units, which have powers. */
const word = /(?:\p{L}{3}|\p{Lo}|[^\p{L}\p{N}\s])$/u;

/** The text on both sides of a place. */
interface Sides {
  readonly before: string;
  readonly after: string;
}

/** Closes the gaps that the marks of notes leave in a text when they are not read. */
export class MarkGap {
  #state: 'none' | 'mark' | 'words' = 'none';
  #closingBracket = '';

  /** A mark was left out. Returns the text before it without the bracket around it. */
  leaveOut(before: string): string {
    this.#state = 'mark';
    const text = before.trimEnd();
    const bracket = text.at(-1);
    if (bracket !== '[' && bracket !== '(') return before;
    this.#closingBracket = bracket === '[' ? ']' : ')';
    return text.slice(0, -1);
  }

  /** Words that lead to a note have ended. Returns the text without the mark at its end; one right behind is left out, too. */
  endWords(before: string): string {
    const end = before.slice(-endLength).replace(markAtEnd, '');
    if (!word.test(end)) return before;
    this.#state = 'words';
    return before.slice(0, -endLength) + end;
  }

  /** Reports whether there is a gap that the next text closes. */
  get isOpen(): boolean {
    return this.#state !== 'none';
  }

  /** Returns the text before the place and the text that is added, without what marks left behind. */
  close(before: string, added: string): Sides {
    if (this.#state === 'words') return this.#closeWords(before, added);
    if (added.trim() === '') return { before, after: added };
    const start = added.trimStart();
    const isClosed = this.#closingBracket !== '' && start.startsWith(this.#closingBracket);
    const after = isClosed ? start.slice(1) : added;
    this.reset();
    return { before: /^\s*[.,;:!?…]/u.test(after) ? before.trimEnd() : before, after };
  }

  #closeWords(before: string, added: string): Sides {
    this.reset();
    return { before, after: added.replace(markBehind, '') };
  }

  /** The text has ended. */
  reset(): void {
    this.#state = 'none';
    this.#closingBracket = '';
  }
}
