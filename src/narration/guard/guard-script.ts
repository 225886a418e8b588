import type { Generation, StopReason } from '../../llm/language-model.ts';
import { countWords } from '../../text/count-words.ts';
import type { ScriptExpectation } from '../tasks/task.ts';
import { checkFaithful } from './check-faithful.ts';
import type { FaithfulnessProblem } from './check-faithful.ts';
import { findNonNarration } from './find-non-narration.ts';
import type { NonNarration } from './find-non-narration.ts';
import { hasRepetition } from './has-repetition.ts';
import { removeDirections } from './remove-directions.ts';
import { removeFraming, removeOuterQuotes } from './remove-framing.ts';
import { removeMarkup } from './remove-markup.ts';
import { removeThoughts } from './remove-thoughts.ts';
import { isUnrelated } from './is-unrelated.ts';
import { sourceText } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Why an answer is no script. */
export type ScriptProblem =
  | Exclude<StopReason, 'complete'>
  | NonNarration
  | FaithfulnessProblem
  | 'empty'
  | 'repetition'
  | 'too-short'
  | 'too-long'
  | 'unrelated';

/** What was stripped from an answer. */
export type Repair = 'thoughts' | 'markup' | 'directions' | 'framing' | 'quotes';

export type GuardedScript =
  | { readonly ok: true; readonly text: string; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problem: ScriptProblem; readonly about?: string };

export interface GuardContext {
  /** The text that the answer was made from, paragraphs separated by an empty line. */
  readonly source: string;
  /** BCP-47 code of source and script. */
  readonly language: string;
  readonly expectation: ScriptExpectation;
}

/** Characters that no script of a few words has. */
const longestAnswer = 20_000;

/**
 * Judges a model's answer: narration and nothing else, or the reason why not. What is safe to strip is stripped, and
 * what stands in the source is never taken for a model's addition.
 */
export function guardScript(answer: Pick<Generation, 'text' | 'stopReason'>, context: GuardContext): GuardedScript {
  if (answer.stopReason !== 'complete') return { ok: false, problem: answer.stopReason };
  const source = sourceText(context.source, context.language);
  const thought = removeThoughts(answer.text.replaceAll(/\r\n?/gu, '\n'));
  if (thought.length > longestAnswer + source.text.length * 10) return { ok: false, problem: 'too-long' };
  const foreign = findNonNarration(thought.replaceAll(/^\s*```\w*|```\s*$/gu, ''), source);
  if (foreign) return { ok: false, problem: foreign };
  const { text, repairs } = repair(thought, source);
  if (thought.trim() !== answer.text.trim()) repairs.unshift('thoughts');
  if (!/[\p{L}\p{N}]/u.test(text)) return { ok: false, problem: 'empty' };
  if (hasRepetition(text, source)) return { ok: false, problem: 'repetition' };
  if (context.expectation.related && isUnrelated(text, source)) return { ok: false, problem: 'unrelated' };
  return measured(text, repairs, source, context.expectation);
}

const steps: readonly (readonly [Repair, (text: string, source: SourceText) => string])[] = [
  ['markup', removeMarkup],
  ['directions', removeDirections],
  ['framing', removeFraming],
  ['quotes', removeOuterQuotes],
];

function repair(answer: string, source: SourceText): { readonly text: string; readonly repairs: Repair[] } {
  const repairs: Repair[] = [];
  let text = answer.trim();
  for (const [name, step] of steps) {
    const next = step(text, source).trim();
    if (next !== text) repairs.push(name);
    text = next;
  }
  return { text: paragraphs(text), repairs };
}

/** Paragraphs with one empty line between them. A line break behind the end of a sentence is taken for the end of a paragraph, any other for a space. */
function paragraphs(text: string): string {
  return text
    .replaceAll(/(?<=[\p{Sentence_Terminal}…:][\p{Pe}\p{Pf}\p{Pi}"']{0,4})[^\S\n]{0,20}\n/gu, '\n\n')
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function measured(
  text: string,
  repairs: readonly Repair[],
  source: SourceText,
  expectation: ScriptExpectation,
): GuardedScript {
  const { length, faithful } = expectation;
  const words = countWords(source.text);
  const faithfulAnswer = faithful ? checkFaithful(text, source) : { text };
  const ratio = countWords(faithfulAnswer.text) / Math.max(1, words);
  if (ratio < length.min) return { ok: false, problem: 'too-short', about: `${Math.round(ratio * 100)} % of the text` };
  if (ratio > length.max && words > 20)
    return { ok: false, problem: 'too-long', about: `${Math.round(ratio * 100)} % of the text` };
  if ('problem' in faithfulAnswer && faithfulAnswer.problem) {
    const { problem, about } = faithfulAnswer;
    return { ok: false, problem, ...(about !== undefined && { about }) };
  }
  const stripped = faithfulAnswer.text === text ? repairs : [...new Set([...repairs, 'framing' as const])];
  return { ok: true, text: faithfulAnswer.text, repairs: stripped };
}
