import type { Lexicon } from '../../text/lexicon/lexicon.ts';
import type { Judge } from '../judge/judge.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import type { Refusals } from '../script/refusals.ts';
import type { AskOptions } from './ask-part.ts';

/** Options of `writeRetelling`. */
export interface RetellingOptions extends Omit<AskOptions, 'longest'> {
  /** Not empty. */
  readonly prompt: string;
  readonly expectation: ScriptExpectation;
  /** BCP-47 code of chapter and script. */
  readonly language: string;
  readonly bookTitle: string;
  /** Says whether a script is one of its chapter. Without one, checks of words decide. */
  readonly judge?: Judge | undefined;
  /** Stems of words that are common in the book. */
  readonly common?: ReadonlySet<string> | undefined;
  /** Go on without a script that is refused, as a gap. Default: `false`. */
  readonly allowGaps?: boolean | undefined;
  /** Pronunciations of the run. The model gets the words that it must not respell. */
  readonly lexicon?: Pick<Lexicon, 'wordsIn'> | undefined;
  /** Counts what is refused in the book. */
  readonly refusals?: Refusals | undefined;
  readonly onPiece?: ((piece: number, pieces: number) => void) | undefined;
}
