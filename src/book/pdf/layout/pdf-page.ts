/** A piece of text as the page draws it. Lengths in points; `baseline` counts down from the top of the page. */
export interface Run {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly rightToLeft: boolean;
}

/** Neighbouring runs on one baseline, drawn one after the other: a word, a cell or a whole line of a column. */
export interface Fragment {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Size of its text, small capitals and note marks left aside. */
  readonly size: number;
  /** Position in the page's own drawing order. */
  readonly order: number;
}

export interface PdfPage {
  /** Counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly fragments: readonly Fragment[];
  /** Text that runs across the reading direction, as stamps in the margin do. */
  readonly rotated: readonly string[];
}

/** A line as it is read: one row of one column. */
export interface Line {
  readonly page: number;
  /** Lines of one column have the same region; counted through the book. */
  readonly region: number;
  readonly text: string;
  /** The line's own pieces, where wide gaps divide it: cells of a row. */
  readonly cells: readonly string[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly rightToLeft: boolean;
  /** Note marks that stood raised in the line and are not read. */
  readonly marks: readonly string[];
  /** A large initial that stood beside the line and belongs before its text. */
  readonly dropCap?: string;
  /** Raised mark at the beginning: the line opens a note. */
  readonly opensNote?: string;
}

/** Height of a line below its own baseline and above it, as a share of the font size: enough to tell rows apart. */
export const ascent = 0.75;
