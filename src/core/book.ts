/** What a block is; it decides pauses, what is spoken and how it is shown to a model. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'quotation'
  | 'verse'
  | 'list-item'
  | 'table-row'
  | 'code'
  | 'caption'
  | 'footnote'
  | 'scene-break';

/** The smallest piece of a chapter that a reader would pause after. Plain data, so that it can cross threads. */
export interface Block {
  readonly kind: BlockKind;
  /** Plain text as it is to be spoken, white space normalised; empty for a scene break only. */
  readonly text: string;
  /** BCP-47 code when the block's language is not the book's. */
  readonly language?: string;
  /** Heading level, 1 to 6. */
  readonly level?: number;
  /** The document inside the book that the text came from; for a PDF `page 12`. */
  readonly document: string;
  /** Id of the element, or of the nearest one around it that has an id. */
  readonly elementId?: string;
}

/** A chapter as a listener knows it: what is spoken between two chapter marks. */
export interface Chapter {
  /** Title for lists and chapter marks; never empty. */
  readonly title: string;
  /** Where the title was found. */
  readonly titleSource: 'contents' | 'heading' | 'class' | 'first-line' | 'document-title' | 'number' | 'model';
  /** Everything that is spoken, the title included as a `heading` block, in reading order. */
  readonly blocks: readonly Block[];
  /** Bodies of footnotes that `blocks` do not hold; spoken only when asked for. */
  readonly notes?: readonly Block[];
}

export type LeftOutReason =
  | 'cover'
  | 'title-page'
  | 'copyright'
  | 'contents'
  | 'index'
  | 'advertisement'
  | 'page-list'
  | 'not-linear'
  | 'notes'
  | 'licence'
  | 'running-head'
  | 'hidden'
  | 'empty'
  | 'missing'
  | 'unreadable'
  | 'excluded';

/** A part of the book that is not spoken, and why. */
export interface LeftOut {
  /** Path of the document in the book (and element id after `#`), or `page 3`. */
  readonly document: string;
  readonly reason: LeftOutReason;
  /** Words that are not spoken because of it. */
  readonly words: number;
  /** For a person: title or beginning of what was left out. */
  readonly about?: string;
}

export interface Contributor {
  readonly name: string;
  /** MARC relator code where the book gives one (`aut`, `trl`, `ill`, `nrt`, …). */
  readonly role?: string;
  /** Name as it is sorted (`Austen, Jane`). */
  readonly sortName?: string;
}

/** A cover image as it stands in the book. */
export interface Cover {
  readonly bytes: Uint8Array;
  /** By the image's first bytes, never by its name. */
  readonly mediaType: string;
}

export interface BookMetadata {
  readonly title: string;
  readonly subtitle?: string;
  readonly sortTitle?: string;
  readonly authors: readonly Contributor[];
  /** Everyone else with a role: translators, illustrators, editors, narrators. */
  readonly contributors: readonly Contributor[];
  /** BCP-47 code, normalised. */
  readonly language: string;
  readonly languageSource: 'declared' | 'detected' | 'default';
  readonly publisher?: string;
  /** Year, month or day of publication as far as it is known: `1813`, `1813-01-28`. */
  readonly date?: string;
  readonly description?: string;
  readonly subjects: readonly string[];
  readonly isbn?: string;
  readonly rights?: string;
  readonly series?: { readonly name: string; readonly position?: string };
}

/** A book without any trace of the file format it came from. */
export interface Book {
  readonly metadata: BookMetadata;
  readonly cover?: Cover;
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
  /** For a person: what was odd about the file and what was done about it. */
  readonly warnings: readonly string[];
}
