import type { LanguageModel } from '../../llm/language-model.ts';
import type { ScriptStep } from '../narration-event.ts';
import type { Refusals } from '../script/refusals.ts';

/** What a book is directed with. */
export interface DirectionTools {
  /** Default: the rules alone decide. */
  readonly model?: LanguageModel | undefined;
  /** BCP-47 code of the book. */
  readonly language: string;
  /** Counts the answers of the whole book that are of no use. */
  readonly refusals?: Refusals | undefined;
  /** What a prompt file says about the reading. */
  readonly prompt?: string | undefined;
  readonly signal: AbortSignal;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
  /** Called when a request of a chapter is answered. */
  readonly onPiece?: ((piece: number, pieces: number) => void) | undefined;
}
