import { placeInParts } from './emphasis-ranges.ts';
import type { SetOffPlace, SetOffText } from './emphasis-ranges.ts';

/** The texts of a paragraph with how they are set off, while it is read. */
export class SetOffTexts {
  #parts: { text: string; readonly emphasis: SetOffText['emphasis'] }[] = [];
  #end = 0;

  add(text: string, emphasis: SetOffText['emphasis']): void {
    const last = this.#parts.at(-1);
    if (last && last.emphasis === emphasis) last.text += text;
    else this.#parts.push({ text, emphasis });
  }

  /** Returns the place of the next block of the paragraph, in which something is set off. */
  place(text: string): SetOffPlace | undefined {
    const parts = this.#parts;
    if (!parts.some(({ emphasis }) => emphasis !== undefined)) return undefined;
    const { start, end } = placeInParts(text, parts, this.#end);
    this.#end = end;
    return { parts, start };
  }

  /** Begins a new paragraph. Places of the one before stay as they are. */
  clear(): void {
    if (this.#parts.length > 0) this.#parts = [];
    this.#end = 0;
  }
}
