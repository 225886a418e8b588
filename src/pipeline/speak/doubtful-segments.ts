import { AudiobookError } from '../../core/errors.ts';
import type { Doubt } from '../../speech/call/speak-segment.ts';
import { textStart } from '../../text/text-start.ts';
import { areTooMany, assumedSegments } from '../hear/are-too-many.ts';

/** Counts the segments whose length does not fit their text, and ends a run that has too many of them. */
export class DoubtfulSegments {
  #segments = 0;
  #doubtful = 0;
  #last: { readonly text: string; readonly doubt: Doubt } | undefined;

  /** Counts a segment. Throws `provider-failed` when the service seems to leave out text. */
  add(text: string, doubt: Doubt | undefined): void {
    this.#segments += 1;
    if (!doubt) return;
    this.#doubtful += 1;
    this.#last = { text, doubt };
    this.#assertFew(Math.max(this.#segments, assumedSegments));
  }

  /** Throws `provider-failed` when too many of the segments of the finished run are doubtful. */
  finish(): void {
    this.#assertFew(this.#segments);
  }

  #assertFew(segments: number): void {
    if (!this.#last || !areTooMany(this.#doubtful, segments)) return;
    throw new AudiobookError(
      'provider-failed',
      `The service does not seem to speak the whole text: ${this.#doubtful} of ${this.#segments} segments have a length ` +
        `that does not fit their text, also when they are requested again. ${doubtMessage(this.#last.text, this.#last.doubt)}`,
    );
  }
}

/** Returns a sentence about a doubtful segment. */
export function doubtMessage(text: string, { expectedSeconds, seconds }: Doubt): string {
  const lengths = `${seconds.toFixed(1)} s instead of about ${expectedSeconds.toFixed(1)} s`;
  return `The audio of "${textStart(text)}" has an unusual length (${lengths}).`;
}
