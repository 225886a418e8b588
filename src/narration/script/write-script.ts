import type { Block, Chapter } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { cutPieces } from './cut-pieces.ts';
import { bytesPerToken, estimateTokens } from '../../llm/estimate-tokens.ts';
import { scriptUserPrompt, scriptSystemPrompt } from '../tasks/script-prompt.ts';
import type { ScriptStep } from '../narration-event.ts';
import { closingSentences, scriptPiece } from './script-piece.ts';
import type { ScriptExpectation } from '../script-expectation.ts';

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
/** Shorter runs of text between two headings are not worth a call of the model. */
const minRunWords = 25;

/**
 * Returns the script of a chapter: the model's where its completions are narration, else the book's own words. Headings at
 * the beginning stay. A faithful script keeps every heading and scene break in its place.
 */
export async function writeScript(chapter: Chapter, options: ScriptOptions): Promise<Block[]> {
  const runs = runsOf(chapter.blocks, options.expectation);
  const maxTokens = await pieceTokens(options);
  const plan = runs.map((run) => (run.isWritten ? cutPieces(run.blocks, maxTokens, options.language) : []));
  const pieces = plan.flat().length;
  const script: Block[] = [];
  let piece = 0;
  let precedingText = '';
  for (const [index, run] of runs.entries()) {
    if (!run.isWritten || isShort(run.blocks, options)) {
      script.push(...run.blocks);
      piece += plan[index]?.length ?? 0;
      continue;
    }
    for (const part of plan[index] ?? []) {
      piece += 1;
      options.onPiece?.(piece, pieces);
      const blocks = await scriptPiece(part, {
        ...options,
        ...requestFor(chapter, piece, pieces, options),
        precedingText,
      });
      script.push(...blocks);
      precedingText = closingSentences(blocks, options.language);
    }
  }
  return script;
}

function requestFor(chapter: Chapter, piece: number, pieces: number, { bookTitle, prompt, language }: ScriptOptions) {
  const systemPrompt = scriptSystemPrompt(prompt, language);
  const userPrompt = (text: string, precedingText: string): string =>
    scriptUserPrompt({ text, bookTitle, chapterTitle: chapter.title, precedingText, piece, pieces });
  return { systemPrompt, userPrompt };
}

interface Run {
  readonly blocks: readonly Block[];
  /** The model writes it. Headings and scene breaks stay unchanged. */
  readonly isWritten: boolean;
}

function runsOf(blocks: readonly Block[], { faithful }: ScriptExpectation): Run[] {
  const opening = blocks.findIndex((block) => !isMark(block));
  const body = blocks.slice(Math.max(0, opening));
  const runs: Run[] = [{ blocks: blocks.slice(0, Math.max(0, opening)), isWritten: false }];
  if (!faithful) return [...runs, { blocks: body.filter(({ text }) => text !== ''), isWritten: true }];
  let run: Block[] = [];
  let isWritten = false;
  for (const block of body) {
    if (run.length > 0 && isMark(block) === isWritten) {
      runs.push({ blocks: run, isWritten });
      run = [];
    }
    isWritten = !isMark(block);
    run.push(block);
  }
  return [...runs, { blocks: run, isWritten }];
}

function isMark({ kind }: Block): boolean {
  return kind === 'heading' || kind === 'scene-break';
}

function isShort(blocks: readonly Block[], { expectation }: ScriptOptions): boolean {
  const words = countWordsOf(blocks);
  return words === 0 || (expectation.faithful && words < minRunWords);
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
