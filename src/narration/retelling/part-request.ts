import type { SourceText } from '../guard/source-text.ts';
import type { ScriptPart } from '../script/plan-script.ts';
import { scriptEnvelope } from '../tasks/script-envelope.ts';
import { scriptSystemPrompt, scriptUserPrompt } from '../tasks/script-prompt.ts';
import type { PartRequest, PartText } from './ask-part.ts';
import type { RetellingOptions } from './retelling-options.ts';

/** The place of a part in its chapter. */
export interface PartPlace {
  /** From 0. */
  readonly index: number;
  readonly count: number;
  readonly plan: string | undefined;
  readonly isJudged: boolean;
}

/** The chapter that a part is of. */
interface PartOf {
  readonly title: string;
  readonly source: SourceText;
}

/** Returns how the script of a part is asked for, and what its answer is checked against. */
export function partRequest(
  { title, source }: PartOf,
  { piece, precedingText }: ScriptPart,
  { index, count, plan, isJudged }: PartPlace,
  options: Pick<RetellingOptions, 'bookTitle' | 'prompt' | 'language' | 'model' | 'expectation' | 'lexicon' | 'common'>,
): PartRequest {
  const { bookTitle, prompt, language, model, expectation, lexicon, common = new Set() } = options;
  const { schema, instruction } = scriptEnvelope(model.structured ?? false, expectation.dialogue);
  const frame = { isFaithful: false, envelope: instruction, piece: index + 1, pieces: count };
  const names = { bookTitle, chapterTitle: title, plan };
  const userPrompt = ({ text, ...rest }: PartText): string =>
    scriptUserPrompt({ ...frame, ...names, ...rest, text, pronounced: lexicon?.wordsIn(text, language) });
  const systemPrompt = scriptSystemPrompt(prompt, language);
  const empty = scriptUserPrompt({ ...frame, bookTitle: '', chapterTitle: '', precedingText: ' ', text: '' });
  const request = `${systemPrompt}\n${empty}`;
  const context = {
    chapter: source,
    isPart: count > 1,
    language,
    expectation,
    request,
    common,
    isJudged,
  };
  return { piece, precedingText, systemPrompt, userPrompt, schema, context };
}
