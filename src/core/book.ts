import type { Delivery } from './delivery.ts';
import type { BlockSource } from './placed-text.ts';

/** The kind of a block. It decides on pauses, on what is spoken and on what a model is given. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'quotation'
  | 'verse'
  | 'speaker'
  | 'list-item'
  | 'table-row'
  | 'code'
  | 'caption'
  | 'footnote'
  | 'scene-break';

/** A range of a block's text that is not spoken like the rest of the block. Ranges may be inside of one another. */
export interface BlockRange {
  /** Start index in the text. */
  readonly from: number;
  /** End index in the text, exclusive. */
  readonly to: number;
  /** BCP-47 code when its language is not the block's. */
  readonly language?: string | undefined;
  /** Name of the cast member who says it. */
  readonly role?: string | undefined;
  /** How it is said. Default: as the voice does by itself. */
  readonly delivery?: Delivery | undefined;
  /** Silence after it in addition to that of its end, in milliseconds. */
  readonly beatMs?: number | undefined;
}

/** The emphasis of a part of a text in print: italics, bold type, or both. */
export type Emphasis = 'em' | 'strong' | 'both';

/** A part of a block's text that is set off. */
export interface EmphasisRange {
  /** Start index in the text. */
  readonly from: number;
  /** End index in the text, exclusive. */
  readonly to: number;
  readonly emphasis: Emphasis;
}

/** A picture of the book beside the text of a block. It is shown, and never spoken. */
export interface BlockPicture {
  readonly place: 'before' | 'after';
  /** Identifies it in the file of the book: a path in the archive or beside the file, an id, or the hash of a `data:` address. */
  readonly source: string;
  /** Its alternative text, which may be empty. */
  readonly alt: string;
}

/** The smallest part of a chapter with a pause after it. Plain data, so that it can cross threads. */
export interface Block {
  readonly kind: BlockKind;
  /**
   * Plain text to speak, with normalized white space; a line break divides the lines of verse. Empty only for a scene
   * break.
   */
  readonly text: string;
  /** BCP-47 code when the block's language is not the book's. */
  readonly language?: string | undefined;
  /** Name of the cast member who says it; undefined for the narrator. */
  readonly role?: string | undefined;
  /** Parts with another language or another speaker than the block. */
  readonly ranges?: readonly BlockRange[] | undefined;
  /** Parts that are set off, in order and without overlap, when the book was read with `keepsSource`. Not part of what is spoken. */
  readonly emphasis?: readonly EmphasisRange[] | undefined;
  /** Pictures beside it, in order, when the book was read with `keepsSource`. */
  readonly pictures?: readonly BlockPicture[] | undefined;
  /** Heading level, 1 to 6. */
  readonly level?: number | undefined;
  /** The document in the book with the text, for a PDF `page 12`. */
  readonly document: string;
  /** Id of the element, or of the nearest ancestor with an id. */
  readonly elementId?: string | undefined;
  /** Positions of its text in the documents of an EPUB, when the book was read with `keepsSource`. */
  readonly source?: readonly BlockSource[] | undefined;
}

/** A chapter: the text between two chapter marks. */
export interface Chapter {
  /** Title for lists and chapter marks. Never empty. */
  readonly title: string;
  /** Source of the title. */
  readonly titleSource: 'contents' | 'heading' | 'class' | 'first-line' | 'document-title' | 'number' | 'model';
  /** All spoken blocks in reading order, the title included as a `heading`. */
  readonly blocks: readonly Block[];
  /** Path of the file that the chapter was made from, in a book of several files. */
  readonly file?: string | undefined;
  /** Bodies of footnotes that are not in `blocks`. Spoken only on request. */
  readonly notes?: readonly Block[] | undefined;
}

/** Why a part of the book is left out. */
export type LeftOutReason =
  | 'cover'
  | 'title-page'
  | 'copyright'
  | 'contents'
  | 'index'
  | 'advertisement'
  | 'page-list'
  | 'bibliography'
  | 'links'
  | 'navigation'
  | 'comments'
  | 'surroundings'
  | 'code'
  | 'math'
  | 'not-linear'
  | 'notes'
  | 'licence'
  | 'running-head'
  | 'hidden'
  | 'empty'
  | 'missing'
  | 'unreadable'
  | 'excluded';

/** A part of the book that is left out. */
export interface LeftOut {
  /** Path of the document in the book (with an element id after `#`), or `page 3`. */
  readonly document: string;
  readonly reason: LeftOutReason;
  /** Number of words left out. */
  readonly words: number;
  /** Title or beginning of the part, for messages. */
  readonly about?: string | undefined;
}

/** A person with a role in the book. */
export interface Contributor {
  readonly name: string;
  /** MARC relator code (`aut`, `trl`, `ill`, `nrt`, …). */
  readonly role?: string | undefined;
  /** Name for sorting (`Austen, Jane`). */
  readonly sortName?: string | undefined;
}

/** The cover image of the book, unchanged. */
export interface Cover {
  readonly bytes: Uint8Array;
  /** Taken from the image's first bytes, never from its name. */
  readonly mediaType: string;
}

/** Metadata of a book. Unknown fields are missing. */
export interface BookMetadata {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly sortTitle?: string | undefined;
  readonly authors: readonly Contributor[];
  /** Everyone else with a role: translators, illustrators, editors, narrators. */
  readonly contributors: readonly Contributor[];
  /** Canonical BCP-47 tag. */
  readonly language: string;
  readonly languageSource: 'declared' | 'detected' | 'default';
  readonly publisher?: string | undefined;
  /** Year, month or day of publication: `1813`, `1813-01`, `1813-01-28`. */
  readonly date?: string | undefined;
  readonly description?: string | undefined;
  readonly subjects: readonly string[];
  readonly isbn?: string | undefined;
  readonly rights?: string | undefined;
  readonly series?: { readonly name: string; readonly position?: string | undefined } | undefined;
}

/** A book, independent of its file format. */
export interface Book {
  readonly metadata: BookMetadata;
  readonly cover?: Cover | undefined;
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
  /** Messages about problems of the file and how they were handled. */
  readonly warnings: readonly string[];
}

/** The kinds of files that are read as books, for help and messages. */
export const bookKinds = 'EPUB, PDF, DOCX, ODT, TXT, Markdown, HTML or FB2';
