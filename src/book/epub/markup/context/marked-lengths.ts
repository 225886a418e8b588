import { countLetters } from '../normalize-text.ts';
import type { TextContext } from './text-context.ts';

/** Counts how much of a block is linked, emphasized and set like a title. */
export class MarkedLengths {
  /** Letters and digits inside links. */
  linkedLetters = 0;
  /** Characters. */
  emphasized = 0;
  /** Characters. */
  displayed = 0;

  /** Counts a piece of text. */
  add(piece: string, context: TextContext): void {
    if (context.isLink) this.linkedLetters += countLetters(piece);
    if (context.isEmphasized) this.emphasized += piece.length;
    if (context.isDisplayed) this.displayed += piece.length;
  }

  /** Starts again for the next block. */
  clear(): void {
    this.linkedLetters = 0;
    this.emphasized = 0;
    this.displayed = 0;
  }
}
