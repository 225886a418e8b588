import type { BlockKind, BlockPicture, LeftOutReason } from '../../../core/book.ts';
import type { SetOffPlace } from '../../emphasis/emphasis-ranges.ts';
import type { ForeignPhrase } from './context/foreign-phrases.ts';

/** A block as found in a document, with the facts that decide whether and where it is read. */
export interface FlowBlock {
  readonly kind: BlockKind;
  readonly text: string;
  /** Length in words, as `sizeInWords` counts. */
  readonly size: number;
  /** It has a character of a script without spaces between words. */
  readonly isUnspaced: boolean;
  /** It has a bracket or a raised digit, as the number of a note in plain text has. */
  readonly hasNoteMark: boolean;
  readonly level?: number | undefined;
  /** Level of a heading right above it that is only a picture. */
  readonly pictureLevel?: number | undefined;
  readonly language?: string | undefined;
  /** Phrases in another language than the rest, according to the markup. */
  readonly phrases?: readonly ForeignPhrase[] | undefined;
  /** Its position in the texts of its paragraph, when some are set off and the book is read with its source. */
  readonly setOff?: SetOffPlace | undefined;
  readonly document: string;
  readonly elementId?: string | undefined;
  /** Reason to leave the block out according to the markup around it. */
  readonly markupReason?: LeftOutReason | undefined;
  /** The markup around it declares a note. */
  readonly isMarkedAsNote: boolean;
  /** Share of the letters and digits inside links, 0 to 1. */
  readonly linkedShare: number;
  readonly isEmphasized: boolean;
  /** Set like a title: centered, bold, larger than the text or at the start of a page. */
  readonly isDisplayed?: boolean | undefined;
  /** Marked up as a title without being a heading. */
  readonly isTitleLike: boolean;
  /** Targets (`path#id`) of the note marks in the block. */
  readonly references: readonly string[];
  /** Numbers of the notes that it refers to, with a link or without. */
  readonly noteNumbers: readonly number[];
  /** Pairs of start and end of the texts that it was read from, as `BlockSource`. Blocks of one paragraph share theirs. */
  readonly source?: readonly number[] | undefined;
  /** Number of the chapter of scripture whose first verse it begins with. */
  readonly firstVerse?: number | undefined;
  readonly pictures?: readonly BlockPicture[] | undefined;
}

/** A picture and where it stands. */
export interface FlowPicture extends Omit<BlockPicture, 'place'> {
  /** Number of blocks of the document before it. */
  readonly at: number;
}

/** The blocks of one document of the spine. */
export interface FlowDocument {
  readonly path: string;
  /** Text of `<title>`. */
  readonly title: string;
  readonly blocks: readonly FlowBlock[];
  /** Range of blocks for each element id, counted in this document. */
  readonly extents: ReadonlyMap<string, Extent>;
  /** Number of images, drawings included. */
  readonly images: number;
  /** Pictures to show, in order, when the book is read with its places. */
  readonly pictures: readonly FlowPicture[];
}

/** A range of blocks; `end` is exclusive. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}
