/** The characters of one content document that a block was read from. */
export interface BlockSource {
  /** Name of the document in the archive. */
  readonly document: string;
  /**
   * Pairs of start and end, in reading order: offsets in the decoded document, in UTF-16 code units, end exclusive. Each
   * pair holds the text of one node, and the comments inside of it.
   */
  readonly ranges: readonly number[];
}

/** A block that is spoken, and the ranges of its text that have times: its sentences, words, or all of it. */
export interface SpokenBlock {
  readonly text: string;
  /** Empty when the block was written by the program. */
  readonly source: readonly BlockSource[];
  /** Pairs of start and end, in order and without overlap: indices of `text`, end exclusive. */
  readonly sentences: readonly number[];
}

/** A part of a spoken sentence that one element can hold. */
export interface PlacedSpan {
  /** Index of the sentence among those of all blocks. */
  readonly sentence: number;
  /** Index of the part in its sentence, in reading order. */
  readonly part: number;
  /** Length of the part among those of its sentence, in characters: at least 1. */
  readonly characters: number;
  /** Offset of the first byte in the document as the archive holds it. */
  readonly start: number;
  /** Offset after the last byte. Spans never overlap; one may hold whole inline elements, such as `<em>`. */
  readonly end: number;
  /** Name of the element to write, with the prefix that the document uses there: `span`, `h:span`, `tspan`. */
  readonly element: string;
}

/** Encoding of tags that are added to a document: UTF-16, or one byte per character. */
export type TagEncoding = 'utf-16le' | 'utf-16be' | 'ascii';

/** A content document and the spoken parts in it. */
export interface PlacedDocument {
  /** Name of the document in the archive. */
  readonly path: string;
  readonly encoding: TagEncoding;
  /** No id of the document is this text followed by digits. */
  readonly idPrefix: string;
  /** At least one, in the order of the document. */
  readonly spans: readonly PlacedSpan[];
}

/**
 * Why a sentence has no span: it is not from the book (`generated`: an announcement, the words of a formula), it was
 * placed already where the book repeats a document (`repeated`), its text differs too much from the document (`changed`),
 * or no element may stand there (`no-span`).
 */
export type UnplacedReason = 'generated' | 'repeated' | 'changed' | 'no-span';

/** The positions of the sentences of a book in its documents. */
export interface PlacedText {
  /** Documents with at least one span, in the order in which they are first spoken. */
  readonly documents: readonly PlacedDocument[];
  /** Sentences without a span, in order. */
  readonly unplaced: readonly { readonly sentence: number; readonly reason: UnplacedReason }[];
}
