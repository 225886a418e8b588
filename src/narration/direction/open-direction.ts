import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import type { DirectedBook } from './direct-chapter.ts';
import type { DirectionTools } from './direction-tools.ts';
import { makeRoster } from './make-roster.ts';
import { tryModel } from './try-model.ts';

/**
 * Returns what the chapters of a book are directed with: whether the model is trusted, and the people, to whom only a trusted model
 * adds. `known` are those of the cast file and the rules. Throws what the model throws.
 */
export async function openDirection(
  texts: readonly CastText[],
  known: readonly KnownCharacter[],
  tools: DirectionTools,
): Promise<DirectedBook> {
  const trust = await tryModel(texts, known, tools);
  return { trust, roster: trust.isTrusted ? await makeRoster(texts, known, tools) : known };
}
