import type { Block } from '../../core/book.ts';
import { usableOperations } from '../../narration/direction/apply-operations.ts';
import type { Operation } from '../../narration/direction/operation.ts';
import type { BookDirection } from './book-direction.ts';

/** A passage that is not spoken as the book has it. */
export interface ChangedPassage {
  /** Number of the chapter in the book, counted from 1. */
  readonly number: number;
  /** `say`: said in other words. `tell`: told in place. `skip`: left out. */
  readonly kind: 'say' | 'tell' | 'skip';
  /** The words of the book. */
  readonly text: string;
  /** What is spoken instead. */
  readonly words?: string | undefined;
}

/** How the text of a book was directed. The scripts have every direction. */
export interface DirectionReport {
  /** Number of directions of each kind: `who`, `how`, `pause`, `say`, `tell`, `skip`. */
  readonly operations: Readonly<Record<string, number>>;
  /** All passages that are not spoken as the book has them. */
  readonly changes: readonly ChangedPassage[];
  /** The model that was asked. */
  readonly model?: string | undefined;
  /** Requests about chapters in this run, and those with an answer of use. Kept answers count, kept scripts do not. */
  readonly asked: number;
  readonly answered: number;
  /** Why the model was not asked about chapters: it was tried on the book and named too few speakers, or its context is too small. */
  readonly distrust?: string | undefined;
  /** What the model said when it refused three times in a row. The rules direct the rest of the book. */
  readonly refusal?: string | undefined;
}

/** Warns where a model was asked and the rules direct the book all the same: it refused, or no answer was of use. */
export function warnOfModel(report: DirectionReport | undefined, warn: (message: string) => void): void {
  const { model, asked = 0, answered = 0, refusal } = report ?? {};
  if (refusal !== undefined) warn(refusal);
  else if (model !== undefined && asked > 0 && answered === 0)
    warn(`No answer of ${model} was of use. The rules direct the book.`);
}

/** Notes how chapters are spoken. */
export class DirectedChapters {
  readonly #chapters = new Map<number, readonly (readonly [operation: Operation, text: string])[]>();

  /** Notes the operations of a chapter, by its index in the book. A later call replaces an earlier one. */
  note(index: number, blocks: readonly Block[], operations: readonly Operation[]): void {
    const used = usableOperations(blocks, operations);
    this.#chapters.set(
      index,
      used.map(
        (one) =>
          [
            one,
            blocks
              .slice(one.block, one.block + blocksOf(one))
              .map(({ text }) => text)
              .join('\n'),
          ] as const,
      ),
    );
  }

  /** Returns how the chapters were directed. */
  report({
    model,
    counts,
    distrust,
    refusal,
  }: Pick<BookDirection, 'model' | 'counts' | 'distrust' | 'refusal'>): DirectionReport {
    const chapters = [...this.#chapters].toSorted(([one], [other]) => one - other);
    const operations: Record<string, number> = {};
    for (const [{ kind }] of chapters.flatMap(([, used]) => used)) operations[kind] = (operations[kind] ?? 0) + 1;
    const changes = chapters.flatMap(([index, used]) => used.flatMap(([one, text]) => changeOf(one, text, index + 1)));
    return { operations, changes, model, ...counts(), distrust, refusal: refusal() };
  }
}

function blocksOf(operation: Operation): number {
  return operation.kind === 'tell' ? operation.blocks : 1;
}

function changeOf(operation: Operation, text: string, number: number): ChangedPassage[] {
  const { kind, from, to } = operation;
  if (kind === 'say') return [{ number, kind, text: text.slice(from, to), words: operation.words }];
  if (kind === 'skip') return [{ number, kind, text: text.slice(from, to) }];
  if (kind !== 'tell') return [];
  return [{ number, kind, text: operation.blocks > 1 ? text : text.slice(from, to), words: operation.words }];
}
