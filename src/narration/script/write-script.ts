import type { Block, Chapter } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import type { Lexicon } from '../../text/lexicon/lexicon.ts';
import { dialogueEnvelope, scriptEnvelope } from '../tasks/script-envelope.ts';
import { pieceText } from './cut-pieces.ts';
import { planScript, pieceTokens } from './plan-script.ts';
import { scriptUserPrompt, scriptSystemPrompt } from '../tasks/script-prompt.ts';
import type { ScriptStep } from '../narration-event.ts';
import { isShort, scriptPiece } from './script-piece.ts';
import type { AnswerListener, Refusals } from './refusals.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { mapConcurrently } from '../map-concurrently.ts';

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
  /** Go on without a script that is not faithful to the text. Default: `false`. */
  readonly allowGaps?: boolean | undefined;
  /** Pronunciations of the run. The model gets the words that it must not respell. */
  readonly lexicon?: Pick<Lexicon, 'wordsIn'> | undefined;
  /** Counts what is refused. The text of the book stands for a faithful script, so it needs none. */
  readonly refusals?: Refusals | undefined;
  readonly signal: AbortSignal;
  readonly onPiece?: ((piece: number, pieces: number) => void) | undefined;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/** Chapters with fewer words are spoken unchanged (docs/specification.md, "Tasks and prompts"). */
export const minChapterWords = 200;

/**
 * Returns the script of a chapter: the model's where its completions are narration, otherwise the book's own words. Headings at
 * the beginning stay. A faithful script keeps every heading and scene break in its place. The pieces are written side by side.
 */
export async function writeScript(chapter: Chapter, options: ScriptOptions): Promise<Block[]> {
  const { opening, parts } = planScript(chapter, options, await pieceTokens(options));
  let written = 0;
  const scripts = await mapConcurrently(parts, options.model.concurrency ?? 1, async (part, index) => {
    const { marks, piece, precedingText } = part;
    if (isShort(piece.blocks, options)) return [...marks, ...piece.blocks];
    const request = requestFor(chapter, { piece: index + 1, pieces: parts.length }, options);
    const toWrite = { ...options, ...request, precedingText, chapter: pieceText(chapter) };
    const write = async (onAnswer?: AnswerListener) => await scriptPiece(piece, { ...toWrite, onAnswer });
    const counted = options.expectation.faithful ? undefined : options.refusals;
    const blocks = await (counted ? counted.count(options.model.id, write) : write());
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

function requestFor({ title }: Chapter, place: Place, options: ScriptOptions) {
  const { bookTitle, prompt, language, model, expectation, lexicon } = options;
  const envelope = expectation.dialogue ? dialogueEnvelope : scriptEnvelope;
  const { schema, instruction } = envelope(model.structured ?? false);
  const shared = { bookTitle, chapterTitle: title, isFaithful: expectation.faithful, envelope: instruction, ...place };
  const userPrompt = (text: string, precedingText: string, refusal?: string): string =>
    scriptUserPrompt({ ...shared, text, precedingText, refusal, pronounced: lexicon?.wordsIn(text, language) });
  return { systemPrompt: scriptSystemPrompt(prompt, language), userPrompt, schema };
}
