import type { SizeBetween } from './choose-levels.ts';
import type { HeadingOrText } from './outline-entry.ts';

/** The position of a chapter in the text, and its names. */
export interface ChapterStart {
  readonly position: number;
  /** The contents entry, or the heading. */
  readonly label: string;
  /** The label is a heading of the text, not an entry of the contents. */
  readonly isHeading: boolean;
  /** Labels of the parts that hold the chapter, the outermost first. */
  readonly above: readonly string[];
  /** Other contents entries with the same place, in the order of the contents. */
  readonly others: readonly string[];
  /** The start is a part's own page. */
  readonly isPart: boolean;
  /** The document of the entry has no text: what follows is all in others. */
  readonly isEmpty?: boolean | undefined;
  /** The label is a number that stands nowhere in the book. */
  readonly isCounted?: boolean | undefined;
}

/** The text that an outline divides. */
export interface DividedText {
  readonly blocks: readonly HeadingOrText[];
  readonly sizes: SizeBetween;
}
