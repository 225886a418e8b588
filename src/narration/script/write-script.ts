import type { Block, Chapter } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { cutPieces } from './cut-pieces.ts';
import { bytesPerToken, estimateTokens } from '../../llm/estimate-tokens.ts';
import { scriptUserPrompt, scriptSystemPrompt } from '../tasks/script-prompt.ts';
import type { ScriptStep } from '../narration-event.ts';
import { scriptPiece } from './script-piece.ts';
import { closingSentences } from './tail.ts';
import type { ScriptExpectation } from '../tasks/task.ts';

export interface ScriptOptions {
  /** The prompt that counts, not empty. */
  readonly prompt: string;
  readonly expectation: ScriptExpectation;
  readonly parameters: GivenParameters;
  readonly model: LanguageModel;
  /** BCP-47 code of chapter and script. */
  readonly language: string;
  readonly bookTitle: string;
  readonly signal: AbortSignal;
  readonly onPiece?: (piece: number, pieces: number) => void;
  readonly onStep?: (step: ScriptStep) => void;
}

/** Chapters with fewer words are read as they are (contract, 5). */
export const minChapterWords = 200;
/** Runs of text between two headings with fewer words are not worth a model's call and its risks. */
const shortestRun = 25;

/**
 * The script of a chapter, block by block: the model's where its answers are narration, the book's own words where
 * they are not. Headings at the beginning stay; a faithful script keeps every heading and scene break in its place.
 */
export async function writeScript(chapter: Chapter, options: ScriptOptions): Promise<Block[]> {
  const runs = runsOf(chapter.blocks, options.expectation.faithful);
  const maxTokens = await pieceTokens(options);
  const plan = runs.map((run) => (run.spoken ? cutPieces(run.blocks, maxTokens, options.language) : []));
  const pieces = plan.flat().length;
  const script: Block[] = [];
  let piece = 0;
  let previousTail = '';
  for (const [index, run] of runs.entries()) {
    if (!run.spoken || isShort(run.blocks, options)) {
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
        previousTail,
      });
      script.push(...blocks);
      previousTail = closingSentences(blocks, options.language);
    }
  }
  return script;
}

function requestFor(chapter: Chapter, piece: number, pieces: number, { bookTitle, prompt, language }: ScriptOptions) {
  const systemPrompt = scriptSystemPrompt(prompt, language);
  const userPrompt = (text: string, previousTail: string): string =>
    scriptUserPrompt({ text, bookTitle, chapterTitle: chapter.title, previousTail, piece, pieces });
  return { systemPrompt, userPrompt };
}

interface Run {
  readonly blocks: readonly Block[];
  /** Whether a model writes it; headings and scene breaks are kept as they are. */
  readonly spoken: boolean;
}

function runsOf(blocks: readonly Block[], faithful: boolean): Run[] {
  const opening = blocks.findIndex((block) => !isMark(block));
  const body = blocks.slice(Math.max(0, opening));
  const runs: Run[] = [{ blocks: blocks.slice(0, Math.max(0, opening)), spoken: false }];
  if (!faithful) return [...runs, { blocks: body.filter(({ text }) => text !== ''), spoken: true }];
  let run: Block[] = [];
  let spoken = false;
  for (const block of body) {
    if (run.length > 0 && isMark(block) === spoken) {
      runs.push({ blocks: run, spoken });
      run = [];
    }
    spoken = !isMark(block);
    run.push(block);
  }
  return [...runs, { blocks: run, spoken }];
}

function isMark({ kind }: Block): boolean {
  return kind === 'heading' || kind === 'scene-break';
}

function isShort(blocks: readonly Block[], { expectation }: ScriptOptions): boolean {
  const words = countWordsOf(blocks);
  return words === 0 || (expectation.faithful && words < shortestRun);
}

/** Room for the frame around a text and for the end of the script before it. */
const frameTokens = 700;
/** A model rarely fills the answer it is allowed to the last token without being cut. */
const answerRoom = 0.75;
const leastTokens = 100;

/** Most tokens of a piece: its script must fit the answer, and prompt, piece and answer the context. */
async function pieceTokens({ model, prompt, parameters, expectation, signal }: ScriptOptions): Promise<number> {
  const { numCtx, numPredict } = resolveParameters(parameters);
  const { contextTokens } = await model.limits(signal);
  const context = Math.min(numCtx, contextTokens);
  const answer = Math.min(numPredict, Math.floor(context / 2));
  const byAnswer = (answer * answerRoom) / Math.max(expectation.length.typical, 1 / bytesPerToken);
  const byContext = context - answer - estimateTokens(prompt) - frameTokens;
  return Math.max(leastTokens, Math.floor(Math.min(byAnswer, byContext)));
}
