import { castText } from '../../cast/cast-text.ts';
import { findCharacters } from '../../cast/find-characters.ts';
import { languageOf } from '../../languages/languages.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { tryModel } from '../../narration/direction/try-model.ts';
import { Judge } from '../../narration/judge/judge.ts';
import { withParameters, builtinDirection } from './direction-parameters.ts';
import { directionTrial, judgeTrial } from './kept-trials.ts';
import type { ModelTrial } from './kept-trials.ts';

/** The models to try. */
export interface TriedModels {
  readonly model: LanguageModel;
  /** Default: the same one. */
  readonly judge?: LanguageModel | undefined;
}

/** The language of the scenes that a model is tried on. */
const language = 'en';

/** Tries without a book whether a model may direct one, and whether one may judge scripts. Throws what the models throw. */
export async function tryLanguageModel(
  { model, judge = model }: TriedModels,
  signal: AbortSignal,
): Promise<readonly ModelTrial[]> {
  const { trialScenes: scenes = [] } = languageOf(language);
  const texts = scenes.map((text) => castText([{ kind: 'paragraph', text, document: '' }], language));
  const director = withParameters(model, builtinDirection().parameters);
  const trust = await tryModel(texts, findCharacters(texts, language), { model: director, language, signal });
  const direction = directionTrial(model, trust);
  const judging = new Judge({ model: judge, chapters: [scenes.join('\n\n')], language, signal });
  const judged = judgeTrial({ model: judge.id, isTrusted: await judging.isTrusted() });
  return [...(direction ? [direction] : []), judged];
}
