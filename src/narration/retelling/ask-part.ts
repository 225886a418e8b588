import type { GivenParameters, JsonSchema, LanguageModel } from '../../llm/language-model.ts';
import type { Passage } from '../guard/answer/labels.ts';
import { guardRetelling } from '../guard/guard-retelling.ts';
import type { GuardedRetelling, RetellingContext } from '../guard/guard-retelling.ts';
import type { ScriptProblem } from '../guard/guarded-script.ts';
import type { ScriptStep } from '../narration-event.ts';
import { halvePiece, markedText, pieceText } from '../script/cut-pieces.ts';
import type { ChapterPiece } from '../script/cut-pieces.ts';
import { scriptTokens, textBefore } from '../script/plan-script.ts';
import { refusalReason } from '../script/refusal-reason.ts';

/** A part of a chapter and how its script is asked for. */
export interface PartRequest {
  readonly piece: ChapterPiece;
  /** End of the book's text before the part. */
  readonly precedingText: string;
  readonly systemPrompt: string;
  /** Returns the request for a text. `refusal` says why the last answer was not used. */
  readonly userPrompt: (given: PartText) => string;
  /** Schema of the answer, for a model that takes one. */
  readonly schema?: JsonSchema | undefined;
  readonly context: Omit<RetellingContext, 'source'>;
}

/** What differs between the requests for a part. */
export interface PartText {
  readonly text: string;
  readonly precedingText: string;
  readonly refusal?: string | undefined;
}

/** What all parts of a book are asked with. */
export interface AskOptions {
  readonly model: LanguageModel;
  readonly parameters: GivenParameters;
  /** Tokens of the longest answer. */
  readonly longest: number;
  readonly signal: AbortSignal;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/** The script of a part, or why there is none, with the words of the last answer. */
export type PartScript =
  | { readonly ok: true; readonly paragraphs: readonly Passage[] }
  | {
      readonly ok: false;
      readonly problem: ScriptProblem;
      readonly words: string;
      readonly about?: string | undefined;
    };

/** An answer that was too long for one request may be two. Other faults stay the same in smaller parts. */
const maxHalvings = 2;
const beyondLimits: ReadonlySet<ScriptProblem> = new Set(['length', 'prompt-too-long']);

/** Asks for the script of a part, once more with the reason where the answer is refused, and for its halves where it was too long. */
export async function askPart(part: PartRequest, options: AskOptions, halvings = maxHalvings): Promise<PartScript> {
  const first = await askOnce(part, options);
  if (first.ok) return first;
  if (beyondLimits.has(first.problem)) return await askHalves(part, first, options, halvings);
  const refusal = refusalReason(first);
  if (refusal === undefined) return first;
  options.onStep?.({ action: 'asked-again', reason: first.problem, about: beginningOf(part) });
  return await askOnce(part, options, refusal);
}

/** Asks for the script of a part once. */
export async function askOnce(part: PartRequest, options: AskOptions, refusal?: string): Promise<PartScript> {
  const { model, parameters, longest, signal, onStep } = options;
  const { piece, precedingText, systemPrompt, schema, context } = part;
  const numPredict = parameters.numPredict ?? Math.min(longest, scriptTokens(pieceText(piece), context.expectation));
  const userPrompt = part.userPrompt({ text: markedText(piece.blocks), precedingText, refusal });
  const completion = await model.generate({ ...parameters, numPredict, systemPrompt, userPrompt, schema, signal });
  const guarded: GuardedRetelling = await guardRetelling(completion, { ...context, source: pieceText(piece) });
  await completion.record?.(guarded.ok);
  if (!guarded.ok) return { ...guarded, words: completion.text };
  for (const reason of guarded.repairs) onStep?.({ action: 'repaired', reason, about: beginningOf(part) });
  return { ok: true, paragraphs: guarded.paragraphs };
}

async function askHalves(
  part: PartRequest,
  refused: PartScript,
  options: AskOptions,
  halvings: number,
): Promise<PartScript> {
  const halves = halvings > 0 ? halvePiece(part.piece, part.context.language) : undefined;
  if (!halves || refused.ok) return refused;
  options.onStep?.({ action: 'smaller-pieces', reason: refused.problem, about: beginningOf(part) });
  const scripts: Passage[] = [];
  for (const [index, piece] of halves.entries()) {
    const before = halves[index - 1];
    const precedingText = before ? textBefore(before, part.context.language) : part.precedingText;
    const context = { ...part.context, isPart: true };
    const script = await askPart({ ...part, context, piece, precedingText }, options, halvings - 1);
    if (!script.ok) return script;
    scripts.push(...script.paragraphs);
  }
  return { ok: true, paragraphs: scripts };
}

/** Returns the beginning of a part, for the report. */
export function beginningOf({ piece }: Pick<PartRequest, 'piece'>): string {
  return pieceText(piece).slice(0, 60);
}
