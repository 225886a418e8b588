import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { requestTokens } from './ask-slots.ts';
import { askedPassages } from './direct-chapter.ts';
import type { DirectionTools } from './direction-tools.ts';
import { rosterQuestion } from './make-roster.ts';
import { peopleIn } from './people-in.ts';
import { passedTrial } from './try-model.ts';
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
    return passages.map((passage) => requestTokens({ passages: [passage], roster, language, prompt }));
  });
  const roster = rosterQuestion(texts, known, language);
  const parts = [
    ...questions.map(requestTokens),
    ...(roster ? [{ prompt: estimateTokens(JSON.stringify(roster)), completion: roster.numPredict }] : []),
    ...windows,
    // One that could not be tried well is asked twice.
    ...(trust.right === undefined ? windows : []),
  ];
  return {
    requests: parts.length,
    promptTokens: parts.reduce((sum, part) => sum + part.prompt, 0),
    completionTokens: parts.reduce((sum, part) => sum + part.completion, 0),
  };
}
