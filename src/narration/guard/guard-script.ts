import type { Generation } from '../../llm/language-model.ts';
import type { GuardContext, GuardedScript } from './guarded-script.ts';
import { guardFaithful } from './guard-faithful.ts';

/** Checks the answer to a faithful task. */
export function guardScript(completion: Pick<Generation, 'text' | 'stopReason'>, context: GuardContext): GuardedScript {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  return guardFaithful(completion.text, context);
}
