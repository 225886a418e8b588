import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { questionUsage } from './ask-slots.ts';
import { askedPassages } from './direct-chapter.ts';
import type { DirectionTools } from './direction-tools.ts';
import { rosterQuestion } from './make-roster.ts';
import { peopleIn } from './people-in.ts';
import { passedTrial } from './try-model.ts';
import { addUsage, requestUsage } from '../usage-meter.ts';
import type { ModelUsage } from '../usage-meter.ts';

/**
 * Returns what a model that passes its trial at once is asked for when it directs a book: the trial, the people, and `chosen`, the
 * chapters that are spoken. Tokens are rather too many than too few.
 */
export function estimateDirection(
  texts: readonly CastText[],
  known: readonly KnownCharacter[],
  {
    chosen = texts,
    ...tools
  }: Pick<DirectionTools, 'language' | 'prompt'> & { readonly chosen?: readonly CastText[] | undefined },
): Omit<ModelUsage, 'cost'> {
  const { language, prompt } = tools;
  const { questions, trust } = passedTrial(texts, known, language);
  const windows = chosen.flatMap((text) => {
    const roster = peopleIn(text, known);
    const passages = askedPassages(text, { roster: known, trust }, language);
    return passages.map((passage) => questionUsage({ passages: [passage], roster, language, prompt }));
  });
  const roster = rosterQuestion(texts, known, language);
  const parts = [
    ...questions.map(questionUsage),
    ...(roster ? [requestUsage(roster)] : []),
    ...windows,
    // One that could not be tried well is asked twice.
    ...(trust.right === undefined ? windows : []),
  ];
  return parts.reduce(addUsage, { requests: 0, promptTokens: 0, completionTokens: 0 });
}
