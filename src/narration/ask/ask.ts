import type { z } from 'zod';
import type { GenerateRequest, LanguageModel } from '../../llm/language-model.ts';
import { completeWithin } from './complete-within.ts';
import type { BoundedRequest } from './complete-within.ts';
import { answerRule, schemaOf } from './json-form.ts';
import { readJson } from './read-json.ts';

/** A request for one answer, and how it is read. */
export interface Question<Answer> extends Omit<BoundedRequest, 'signal'> {
  /** Returns what an answer says, or undefined when it is of no use. */
  readonly read: (completion: string) => Answer | undefined;
}

/** Who is asked. */
export interface Asked extends Pick<GenerateRequest, 'signal'> {
  readonly model: LanguageModel;
}

/** What a question in a form is made of. */
interface Asking<Answer> {
  readonly system: string;
  /** The lines of the request. */
  readonly lines: readonly string[];
  readonly form: z.ZodType<Answer>;
  /** Most tokens of the answer. */
  readonly tokens: number;
}

/** Returns a question whose answer is a JSON object in a form. The same question always has the same answer. */
export function questionOf<Answer>({ system, lines, form, tokens }: Asking<Answer>): Question<Answer> & Bounded {
  return {
    systemPrompt: system,
    userPrompt: [...lines, answerRule(form)].join('\n'),
    schema: schemaOf(form),
    temperature: 0,
    numPredict: tokens,
    read: (completion) => form.safeParse(readJson(completion)).data,
  };
}

/** The parts of a request that its tokens are counted by. */
type Bounded = Required<Pick<BoundedRequest, 'systemPrompt' | 'userPrompt' | 'numPredict'>>;

/**
 * Asks once and returns what the answer says: undefined when it is of no use, or the request is longer than the model's context. Throws what
 * the model throws.
 */
export async function ask<Answer>(
  { read, ...request }: Question<Answer>,
  { model, signal }: Asked,
): Promise<Answer | undefined> {
  const completion = await completeWithin(model, { ...request, signal });
  if (!completion) return undefined;
  const answer = completion.stopReason === 'complete' ? read(completion.text) : undefined;
  await completion.record?.(answer !== undefined);
  return answer;
}
