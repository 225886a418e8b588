import type { BlockKind, LeftOutReason } from '../../../core/book.ts';

/** A block as it was found in a document, with what is needed to decide where it belongs. */
export interface FlowBlock {
  readonly kind: BlockKind;
  readonly text: string;
  /** How much it says, as `sizeInWords` counts. */
  readonly size: number;
  readonly level?: number;
  readonly language?: string;
  readonly document: string;
  readonly elementId?: string;
  /** Why it is not to be spoken, as far as it is known. */
  leftOutReason?: LeftOutReason;
  /** Body of a footnote. */
  isNote?: boolean;
  /** Share of the text that stands in links, 0 to 1. */
  readonly linkedShare: number;
  /** All of the text is emphasised. */
  readonly isEmphasized: boolean;
  /** Marked up as a title although it is no heading. */
  readonly isTitleLike: boolean;
  /** Places (`path#id`) that its footnote marks point at. */
  readonly references: readonly string[];
  /** The footnotes that it refers to, found when all documents are known. */
  noteBodies?: readonly (readonly FlowBlock[])[];
}

/** The blocks of one document of the spine. */
export interface FlowDocument {
  readonly path: string;
  /** Text of `<title>`. */
  readonly title: string;
  readonly blocks: readonly FlowBlock[];
  /** For each element id: its first block and the one after its last, counted in this document. */
  readonly extents: ReadonlyMap<string, Extent>;
  readonly images: number;
}

export interface Extent {
  readonly start: number;
  readonly end: number;
}
