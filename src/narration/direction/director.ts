import type { Block } from '../../core/book.ts';
import type { ModelUsage } from '../usage-meter.ts';
import type { DirectionTools } from './direction-tools.ts';
import type { Operation } from './operation.ts';

/** Directs the chapters of a book: the rules alone, or with a model. */
export interface Director {
  /** Whether a model is asked about each chapter. Otherwise all is known at once. */
  readonly isAsking: boolean;
  /** Returns the operations of a chapter, by its index in the book. `blocks` are those of the book, or of its translation. */
  readonly direct: (
    index: number,
    blocks: readonly Block[],
    hooks?: Pick<DirectionTools, 'onStep' | 'onPiece'>,
  ) => Promise<readonly Operation[]>;
  /** Returns what a model is asked for to direct chapters, by their indexes in the book. */
  readonly estimate: (chapters: readonly number[]) => Omit<ModelUsage, 'cost'>;
}
