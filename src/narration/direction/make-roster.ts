import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import type { DirectionTools } from './direction-tools.ts';

/** Returns the people of a book: those who are known from the cast file and by the rules. */
export async function makeRoster(
  _texts: readonly CastText[],
  known: readonly KnownCharacter[],
  _tools: DirectionTools,
): Promise<readonly KnownCharacter[]> {
  return known;
}
