import type { SetOffText } from '../../emphasis/emphasis-ranges.ts';

/** The style of the letters of a font. */
export interface FontFace {
  /** As in CSS: 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isItalic: boolean;
}

/** A text and the face that it is set in. */
export interface FacedText {
  readonly text: string;
  readonly face: FontFace;
}

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

/** A picture on a page of a PDF. Lengths in points, from the top left of the page as it is shown. */
export interface PagePicture {
  /** Counted from 1. */
  readonly page: number;
  /** Identifies it in the file: `page-12/picture-3/object-45`, with `.jpg` for a JPEG that is copied unchanged. */
  readonly source: string;
  /** From the tags of the document; undefined where it has none. */
  readonly alt: string | undefined;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly fillsPage: boolean;
}

/** Returns a run with another text, whose face is that of its beginning. */
export function withText(run: Run, text: string): Run {
  const [first] = run.faces ?? [];
  return { ...run, text, ...(first && { faces: [{ text, face: first.face }] }) };
}

/** Groups lines by region, in reading order. */
export function linesByRegion(lines: readonly Line[]): Line[][] {
  const regions: Line[][] = [];
  for (const line of lines) {
    const last = regions.at(-1);
    if (last?.[0]?.region === line.region) last.push(line);
    else regions.push([line]);
  }
  return regions;
}
