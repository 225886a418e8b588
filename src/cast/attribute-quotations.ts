import type { LanguageModel } from '../llm/language-model.ts';
import { askSpeakers } from './ask-speakers.ts';
import type { Attribution, Certainty, Character, KnownCharacter } from './character.ts';
import { narratorName } from './character.ts';
import type { CastText } from './cast-text.ts';
import { guessSpeakers } from './guess-speakers.ts';

/** Options of `attributeQuotations`. */
export interface AttributeOptions {
  readonly characters: readonly KnownCharacter[];
  /** BCP-47 code of the text. */
  readonly language: string;
  /** Default: no model is asked. */
  readonly model?: LanguageModel | undefined;
  readonly signal: AbortSignal;
  readonly onAnswer?: ((quotations: number) => void) | undefined;
}

/**
 * Returns who says each quotation of a chapter: what a model answers, which is sure where the words of the narrator agree;
 * without a model, the attributions that follow from those words. Throws what the model throws.
 */
export async function attributeQuotations(text: CastText, options: AttributeOptions): Promise<Attribution[]> {
  const { model, characters, language } = options;
  const guesses = guessSpeakers(text, characters, language);
  if (!model || characters.length === 0) return guesses;
  const answers = await askSpeakers(text, { ...options, model });
  return answers.map((speaker, index) => ({
    speaker: speaker === narratorName ? undefined : speaker,
    sure: guesses[index]?.speaker === speaker ? 'high' : 'medium',
  }));
}

/** Returns the characters with the number of their quotations and how sure most of these are, those who speak most first. */
export function countLines(
  characters: readonly KnownCharacter[],
  attributions: readonly Attribution[],
): readonly Character[] {
  const sureness = new Map<string, Certainty[]>();
  for (const { speaker, sure } of attributions) {
    if (speaker !== undefined) sureness.set(speaker, [...(sureness.get(speaker) ?? []), sure]);
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
