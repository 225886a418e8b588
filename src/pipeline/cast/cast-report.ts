import type { ModelUsage } from '../../narration/usage-meter.ts';
import type { Character } from '../../cast/character.ts';

/** A character and its voice in the report. */
export interface CastMember extends Character {
  readonly voice: string;
}

/** The part of a cast in a conversion, for the report. */
export interface CastReport {
  readonly file?: string | undefined;
  /** Model that was asked who speaks. */
  readonly model?: string | undefined;
  /** Usage of the model. Answers stored by earlier runs do not count. */
  readonly usage?: ModelUsage | undefined;
  readonly narrator: string;
  /** Voice of quotations of unknown speakers. Only where no model was asked. */
  readonly quotations?: string | undefined;
  /** Number of all quotations of the chosen chapters. */
  readonly lines: number;
  /** Those who speak in the chosen chapters, with the most lines first. */
  readonly characters: readonly CastMember[];
}
