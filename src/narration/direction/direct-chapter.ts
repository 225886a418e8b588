import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { guessSpeakers } from '../../cast/guess-speakers.ts';
import type { DirectionTools } from './direction-tools.ts';
import type { Operation } from './operation.ts';
import type { Trust } from './try-model.ts';

/** What is known of a book before its chapters are directed. */
export interface DirectedBook {
  readonly roster: readonly KnownCharacter[];
  /** Default: the rules alone decide. */
  readonly trust?: Trust | undefined;
}

/**
 * Returns all operations of a chapter, in the order of its text: what the rules decide, and what a trusted model adds. Quotations of
 * unknown speakers have no `who`. Throws what the model throws, and never for an answer that is of no use.
 */
export async function directChapter(
  text: CastText,
  { roster }: DirectedBook,
  { language }: DirectionTools,
): Promise<readonly Operation[]> {
  return guessSpeakers(text, roster, language).flatMap(({ speaker }, index) =>
    speaker === undefined
      ? []
      : (text.quotations[index]?.spans ?? []).map((span): Operation => ({ ...span, kind: 'who', name: speaker })),
  );
}
