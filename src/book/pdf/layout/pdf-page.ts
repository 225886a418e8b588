import type { SetOffText } from '../../emphasis/emphasis-ranges.ts';
import type { FacedText } from './font-face.ts';

/** A piece of text as the page draws it. Lengths in points; `baseline` counts down from the top of the page. */
export interface Run {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly rightToLeft: boolean;
  /** Its parts by their faces, when these are asked for and known. */
  readonly faces?: readonly FacedText[] | undefined;
}

/** Neighbouring runs on one baseline, drawn one after the other: a word, a cell or a whole line of a column. */
export interface Fragment {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Size of the text in points, ignoring small capitals and note marks. */
  readonly size: number;
  /** Position in the page's drawing order. */
  readonly order: number;
}

/** The text of one page. Lengths in points. */
export interface PdfPage {
  /** Counted from 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly fragments: readonly Fragment[];
  /** Text that runs across the reading direction, such as stamps in the margin. */
  readonly rotated: readonly string[];
}

/** One row of one column. */
export interface Line {
  readonly page: number;
  /** Number of the column, counted through the book. Lines of one column have the same number. */
  readonly region: number;
  readonly text: string;
  /** Pieces that wide gaps separate, such as the cells of a table row. */
  readonly cells: readonly string[];
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly rightToLeft: boolean;
  /** Superscript note marks, removed from `text`. */
  readonly marks: readonly string[];
  /** A drop cap beside the line, which belongs before its text. */
  readonly dropCap?: string | undefined;
  /** Superscript mark at the beginning: the line opens a note. */
  readonly opensNote?: string | undefined;
  /** Its parts in reading order, note marks left out, where some are set off. */
  readonly setOff?: readonly SetOffText[] | undefined;
}

/** Height of text above its baseline as a share of the font size, precise enough to separate rows. */
export const ascent = 0.75;
