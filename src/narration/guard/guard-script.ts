import type { Generation } from '../../llm/language-model.ts';
import { countWords } from '../../text/count-words.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { checkAdaptation } from './check-adaptation.ts';
import { findNonNarration } from './cleaning/find-non-narration.ts';
import type { GuardContext, GuardedScript, Repair, ScriptProblem } from './guarded-script.ts';
import { guardFaithful } from './guard-faithful.ts';
import { hasRepetition } from './has-repetition.ts';
import { readEnvelope } from './cleaning/read-envelope.ts';
import { removeDirections } from './cleaning/remove-directions.ts';
import { removeEcho } from './cleaning/remove-echo.ts';
import { removeFraming, removeOuterQuotes } from './cleaning/remove-framing.ts';
import { removeMarkup } from './cleaning/remove-markup.ts';
import { plainCharacters } from './cleaning/plain-characters.ts';
import { removeRemarks } from './cleaning/remove-remarks.ts';
import { removeRepeats } from './cleaning/remove-repeats.ts';
import { removeThoughts } from './cleaning/remove-thoughts.ts';
import { hasOtherScript } from './other-script.ts';
import { retellsItself } from './retells-itself.ts';
import { isUnrelated } from './shared-vocabulary.ts';
import { sourceText } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** More characters than a script of a few words has. */
const maxLength = 20_000;

/**
 * Checks whether a completion is narration and nothing else. Removes what is safe to remove. Text that occurs in the
 * source is never taken for the model's addition.
 */
export function guardScript(completion: Pick<Generation, 'text' | 'stopReason'>, context: GuardContext): GuardedScript {
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  const { text } = completion;
  return context.expectation.faithful ? guardFaithful(text, context) : guardFree(text, context);
}

/** Checks a script that retells its source: by its form, its length and the words that it shares with the source. */
function guardFree(completion: string, context: GuardContext): GuardedScript {
  const source = sourceText(context.source, context.language);
  const answer = removeThoughts(completion.replaceAll(/\r\n?/gu, '\n'));
  const { text: inside, envelope } = readEnvelope(answer);
  const visible = removeEcho(plainCharacters(inside, source.text), context.frame ?? '', source);
  if (visible.length > maxLength + source.text.length * 10) return { ok: false, problem: 'too-long' };
  const other = findNonNarration(visible.replaceAll(/^\s*```\w*|```\s*$/gu, ''), source);
  if (other) return { ok: false, problem: other };
  const chapter = context.chapter === undefined ? source : sourceText(context.chapter, context.language);
  const { text, repairs } = withoutRemarks(repair(visible, source), chapter, {
    ...context.expectation,
    isWrapped: envelope !== 'none',
  });
  if (envelope === 'none' && answer.trim() !== completion.trim()) repairs.unshift('thoughts');
  if (!/[\p{L}\p{N}]/u.test(text)) return { ok: false, problem: 'empty' };
  if (hasRepetition(text, source)) return { ok: false, problem: 'repetition' };
  const problem = checkChapter(text, source, chapter, context.expectation);
  return problem ? { ok: false, problem } : checkLength(text, repairs, source, context.expectation);
}

/** Returns what is wrong with a retelling as one of its source and of the chapter. */
function checkChapter(
  text: string,
  source: SourceText,
  chapter: SourceText,
  expectation: ScriptExpectation,
): ScriptProblem | undefined {
  if (!expectation.related) return undefined;
  if (retellsItself(text, source.text)) return 'repetition';
  if (isUnrelated(text, source)) return 'unrelated';
  const problem = checkAdaptation(text, chapter, { ...expectation, source });
  return problem ?? (hasOtherScript(text, chapter.text) ? 'unrelated' : undefined);
}

interface Repaired {
  readonly text: string;
  readonly repairs: Repair[];
}

/** Two hosts may say things of their own: the turns of a dialogue stay as those of a script in an envelope do. */
function withoutRemarks(
  { text, repairs }: Repaired,
  chapter: SourceText,
  { related, dialogue = false, isWrapped }: ScriptExpectation & { readonly isWrapped: boolean },
): Repaired {
  const bare = related ? removeRemarks(text, chapter, { isWrapped: isWrapped || dialogue }) : text;
  if (bare === text || repairs.includes('framing')) return { text: bare, repairs };
  return { text: bare, repairs: [...repairs, 'framing'] };
}

const steps: readonly (readonly [Repair, (text: string, source: SourceText) => string])[] = [
  ['markup', removeMarkup],
  ['directions', removeDirections],
  ['framing', removeFraming],
  ['quotes', removeOuterQuotes],
];

function repair(completion: string, source: SourceText): Repaired {
  const repairs: Repair[] = [];
  let text = completion.trim();
  for (const [name, step] of steps) {
    const next = step(text, source).trim();
    if (next !== text) repairs.push(name);
    text = next;
  }
  const whole = paragraphs(text);
  const once = removeRepeats(whole, source);
  if (once !== whole) repairs.push('repeats');
  return { text: once, repairs };
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
  const { length } = expectation;
  const words = countWords(source.text);
  const ratio = countWords(text) / Math.max(1, words);
  if (ratio < length.min) return { ok: false, problem: 'too-short', about: `${Math.round(ratio * 100)} % of the text` };
  if (ratio > length.max && words > 20)
    return { ok: false, problem: 'too-long', about: `${Math.round(ratio * 100)} % of the text` };
  return { ok: true, text, repairs };
}
