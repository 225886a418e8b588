import type { Generation, StopReason } from '../../llm/language-model.ts';
import { countWords } from '../../text/count-words.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { checkFaithful } from './check-faithful.ts';
import type { FaithfulnessProblem } from './check-faithful.ts';
import { findNonNarration } from './find-non-narration.ts';
import type { NonNarration } from './find-non-narration.ts';
import { hasRepetition } from './has-repetition.ts';
import { removeDirections } from './remove-directions.ts';
import { removeFraming, removeOuterQuotes } from './remove-framing.ts';
import { removeMarkup } from './remove-markup.ts';
import { removeThoughts } from './remove-thoughts.ts';
import { isUnrelated } from './shared-vocabulary.ts';
import { sourceText } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Why a completion is not a script. */
export type ScriptProblem =
  | Exclude<StopReason, 'complete'>
  | NonNarration
  | FaithfulnessProblem
  | 'empty'
  | 'lost-headings'
  | 'repetition'
  | 'too-short'
  | 'too-long'
  | 'unrelated';

/** Kinds of text removed from a completion. */
export type Repair = 'thoughts' | 'markup' | 'directions' | 'framing' | 'quotes';

/** A script, or why the completion is not one. */
export type GuardedScript =
  | { readonly ok: true; readonly text: string; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problem: ScriptProblem; readonly about?: string | undefined };

/** Source and expectation to check a completion against. */
export interface GuardContext {
  /** The text that it was made from, paragraphs separated by an empty line. */
  readonly source: string;
  /** BCP-47 code of source and script. */
  readonly language: string;
  readonly expectation: ScriptExpectation;
}

/** More characters than a script of a few words has. */
const maxLength = 20_000;

/**
 * Checks whether a completion is narration and nothing else. Removes what is safe to remove. Text that occurs in the
 * source is never taken for the model's addition.
 */
export function guardScript(completion: Pick<Generation, 'text' | 'stopReason'>, context: GuardContext): GuardedScript {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  const source = sourceText(context.source, context.language);
  const visible = removeThoughts(completion.text.replaceAll(/\r\n?/gu, '\n'));
  if (visible.length > maxLength + source.text.length * 10) return { ok: false, problem: 'too-long' };
  const other = findNonNarration(visible.replaceAll(/^\s*```\w*|```\s*$/gu, ''), source);
  if (other) return { ok: false, problem: other };
  const { text, repairs } = repair(visible, source);
  if (visible.trim() !== completion.text.trim()) repairs.unshift('thoughts');
  if (!/[\p{L}\p{N}]/u.test(text)) return { ok: false, problem: 'empty' };
  if (hasRepetition(text, source)) return { ok: false, problem: 'repetition' };
  if (context.expectation.related && isUnrelated(text, source)) return { ok: false, problem: 'unrelated' };
  return checkLength(text, repairs, source, context.expectation);
}

const steps: readonly (readonly [Repair, (text: string, source: SourceText) => string])[] = [
  ['markup', removeMarkup],
  ['directions', removeDirections],
  ['framing', removeFraming],
  ['quotes', removeOuterQuotes],
];

function repair(completion: string, source: SourceText): { readonly text: string; readonly repairs: Repair[] } {
  const repairs: Repair[] = [];
  let text = completion.trim();
  for (const [name, step] of steps) {
    const next = step(text, source).trim();
    if (next !== text) repairs.push(name);
    text = next;
  }
  return { text: paragraphs(text), repairs };
}

/** A line break after the end of a sentence ends a paragraph. Any other becomes a space. */
function paragraphs(text: string): string {
  return text
    .replaceAll(/(?<=[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}\p{Pi}"']{0,4})[^\S\n]{0,20}\n/gu, '\n\n')
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function checkLength(
  text: string,
  repairs: readonly Repair[],
  source: SourceText,
  expectation: ScriptExpectation,
): GuardedScript {
  const { length, faithful } = expectation;
  const words = countWords(source.text);
  const checked = faithful ? checkFaithful(text, source) : { text };
  const ratio = countWords(checked.text) / Math.max(1, words);
  if (ratio < length.min) return { ok: false, problem: 'too-short', about: `${Math.round(ratio * 100)} % of the text` };
  if (ratio > length.max && words > 20)
    return { ok: false, problem: 'too-long', about: `${Math.round(ratio * 100)} % of the text` };
  if ('problem' in checked && checked.problem) {
    const { problem, about } = checked;
    return { ok: false, problem, about };
  }
  const stripped = checked.text === text ? repairs : [...new Set([...repairs, 'framing' as const])];
  return { ok: true, text: checked.text, repairs: stripped };
}
