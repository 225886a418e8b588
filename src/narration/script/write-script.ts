import type { Block, Chapter } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import { cutPieces, isMark } from './cut-pieces.ts';
import type { Piece } from './cut-pieces.ts';
import { bytesPerToken, estimateTokens } from '../../llm/estimate-tokens.ts';
import { scriptUserPrompt, scriptSystemPrompt } from '../tasks/script-prompt.ts';
import type { ScriptStep } from '../narration-event.ts';
import { closingSentences, isShort, scriptPiece } from './script-piece.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { sideBySide } from '../side-by-side.ts';

/** Options of `writeScript`. */
export interface ScriptOptions {
  /** Not empty. */
  readonly prompt: string;
  readonly expectation: ScriptExpectation;
  readonly parameters: GivenParameters;
  readonly model: LanguageModel;
  /** BCP-47 code of chapter and script. */
  readonly language: string;
  readonly bookTitle: string;
  readonly signal: AbortSignal;
  readonly onPiece?: ((piece: number, pieces: number) => void) | undefined;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/** Chapters with fewer words are spoken unchanged (docs/specification.md, "Tasks and prompts"). */
export const minChapterWords = 200;
/**
 * Returns the script of a chapter: the model's where its completions are narration, else the book's own words. Headings at
 * the beginning stay. A faithful script keeps every heading and scene break in its place. The pieces are written side by side.
 */
export async function writeScript(chapter: Chapter, options: ScriptOptions): Promise<Block[]> {
  const { opening, parts } = planScript(chapter, options, await pieceTokens(options));
  let written = 0;
  const scripts = await sideBySide(parts, options.model.concurrency ?? 1, async (part, index) => {
    const { marks, piece, precedingText } = part;
    if (isShort(piece.blocks, options)) return [...marks, ...piece.blocks];
    const request = requestFor(chapter, { piece: index + 1, pieces: parts.length }, options);
    const blocks = await scriptPiece(piece, { ...options, ...request, precedingText });
    written += 1;
    options.onPiece?.(written, parts.length);
    return [...marks, ...blocks];
  });
  return [...opening, ...scripts.flat()];
}

interface Place {
  readonly piece: number;
  readonly pieces: number;
}

function requestFor({ title }: Chapter, place: Place, { bookTitle, prompt, language }: ScriptOptions) {
  const systemPrompt = scriptSystemPrompt(prompt, language);
  const userPrompt = (text: string, precedingText: string): string =>
    scriptUserPrompt({ text, bookTitle, chapterTitle: title, precedingText, ...place });
  return { systemPrompt, userPrompt };
}

/** A piece and the marks before it, which the model does not get. */
interface ScriptPart {
  readonly marks: readonly Block[];
  readonly piece: Piece;
  /** End of the book's text before the piece. */
  readonly precedingText: string;
}

interface ScriptPlan {
  /** Marks before the first text. */
  readonly opening: readonly Block[];
  readonly parts: readonly ScriptPart[];
}

/** Marks inside a piece travel with its text. The pieces of a free script have the headings as text. */
function planScript({ blocks }: Chapter, { expectation, language }: ScriptOptions, maxTokens: number): ScriptPlan {
  const begin = Math.max(
    0,
    blocks.findIndex((block) => !isMark(block)),
  );
  const rest = blocks.slice(begin);
  const body = expectation.faithful ? rest : rest.filter(({ text }) => text !== '');
  const parts: ScriptPart[] = [];
  let marks: Block[] = [];
  let preceding: readonly Block[] = [];
  for (const { blocks: cut } of cutPieces(body, maxTokens, language)) {
    const all = [...marks, ...cut];
    // A heading belongs to the text after it.
    const end = expectation.faithful ? all.findLastIndex((block) => !isMark(block)) + 1 : all.length;
    const start = expectation.faithful
      ? Math.max(
          0,
          all.slice(0, end).findIndex((block) => !isMark(block)),
        )
      : 0;
    marks = all.slice(end);
    if (end === 0) continue;
    const piece = { blocks: all.slice(start, end) };
    parts.push({ marks: all.slice(0, start), piece, precedingText: closingSentences(preceding, language) });
    preceding = piece.blocks;
  }
  if (marks.length > 0) parts.push({ marks, piece: { blocks: [] }, precedingText: '' });
  return { opening: blocks.slice(0, begin), parts };
}

/** Tokens for the text around a piece and for the end of the script before it. */
const frameTokens = 700;
/** Share of the completion's tokens to plan with. A model that needs all of them is usually cut off. */
const usableCompletion = 0.75;
const minTokens = 100;

/** Returns the maximum tokens of a piece: its script must fit the completion, and prompt, piece and completion the context. */
async function pieceTokens({ model, prompt, parameters, expectation, signal }: ScriptOptions): Promise<number> {
  const { numCtx, numPredict } = resolveParameters(parameters);
  const { contextTokens } = await model.limits(signal);
  const context = Math.min(numCtx, contextTokens);
  const completion = Math.min(numPredict, Math.floor(context / 2));
  const byCompletion = (completion * usableCompletion) / Math.max(expectation.length.typical, 1 / bytesPerToken);
  const byContext = context - completion - estimateTokens(prompt) - frameTokens;
  return Math.max(minTokens, Math.floor(Math.min(byCompletion, byContext)));
}
