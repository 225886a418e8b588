import { addTo } from '../core/collections/add-to.ts';
import type { Attribution, Certainty, Character, KnownCharacter } from './character.ts';

/** Returns the characters with the number of their quotations and how sure most of these are, those who speak most first. */
export function countLines(
  characters: readonly KnownCharacter[],
  attributions: readonly Attribution[],
): readonly Character[] {
  const sureness = new Map<string, Certainty[]>();
  for (const { speaker, sure } of attributions) {
    if (speaker !== undefined) addTo(sureness, speaker, sure);
  }
  return characters
    .map((character) => {
      const lines = sureness.get(character.name) ?? [];
      return { ...character, lines: lines.length, sure: lines.length === 0 ? undefined : mostOf(lines) };
    })
    .toSorted((a, b) => b.lines - a.lines);
}

function mostOf(lines: readonly Certainty[]): Certainty {
  const count = (sure: Certainty): number => lines.filter((each) => each === sure).length;
  return (['high', 'medium', 'low'] as const).toSorted((a, b) => count(b) - count(a))[0] ?? 'low';
}
