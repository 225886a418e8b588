import { AudiobookError } from '../../core/errors.ts';
import type { Doubt } from '../../speech/call/speak-segment.ts';
import { textStart } from '../../text/text-start.ts';
import { findingMessage, isBad } from '../hear/listening.ts';
import type { Finding } from '../hear/listening.ts';

/** Wrong segments that a run always tolerates, and the share of its segments that is tolerated. */
const tolerated = { least: 2, share: 0.02 };

/** Until the end is reached, a run is taken to have at least this many segments. */
const assumedSegments = 150;

/** What became of a segment. */
export interface SegmentEnd {
  readonly text: string;
  readonly doubt?: Doubt | undefined;
  readonly finding?: Finding | undefined;
}

/**
 * How a run ends. With all segments kept, it is complete. With some in doubt, its file is made and its report names them. It
 * fails when the service does not deliver: when its answers contradict each other, or lack words, for more than a few segments.
 * Answers that agree are never counted, whatever their length.
 */
export class RunEnd {
  #segments = 0;
  #heard = 0;
  #contradicted = 0;
  #lost = 0;
  #last = '';

  /** Counts a segment. Throws `provider-failed` when too many of them are wrong. */
  add({ text, doubt, finding }: SegmentEnd): void {
    this.#segments += 1;
    if (finding) this.#heard += 1;
    if (finding && isBad(finding)) {
      this.#lost += 1;
      this.#last = findingMessage(text, finding);
    } else if (doubt) {
      this.addDoubt(text, doubt);
    }
    this.#assertFew(assumedSegments);
  }

  /** Counts a doubt about a segment that was counted before. */
  addDoubt(text: string, doubt: Doubt): void {
    if (doubt.reason !== 'contradiction') return;
    this.#contradicted += 1;
    this.#last = doubtMessage(text, doubt);
  }

  /** Throws `provider-failed` when too many of the segments of the finished run are wrong. */
  finish(): void {
    this.#assertFew(0);
  }

  #assertFew(assumed: number): void {
    const most = (segments: number): number => Math.max(tolerated.least, tolerated.share * Math.max(assumed, segments));
    if (this.#contradicted > most(this.#segments)) {
      throw new AudiobookError(
        'provider-failed',
        `The service contradicts itself: it returns different audio for ${this.#contradicted} of ${this.#segments} segments when ` +
          `they are requested again. ${this.#last}`,
      );
    }
    if (this.#lost > most(this.#heard)) {
      throw new AudiobookError(
        'provider-failed',
        `The service does not speak the whole text: of ${this.#heard} segments that were heard, ${this.#lost} are not whole, ` +
          `also when they are spoken again. ${this.#last}`,
      );
    }
  }
}

/** Returns a sentence about a segment in doubt. */
export function doubtMessage(text: string, { reason, expectedSeconds, seconds }: Doubt): string {
  const audio = `The audio of "${textStart(text)}"`;
  if (reason === 'contradiction') return `${audio} is another one each time it is requested; the likeliest was kept.`;
  if (reason === 'unheard') return `${audio} was compared with other answers by its length alone.`;
  const lengths = `${seconds.toFixed(1)} s instead of about ${expectedSeconds.toFixed(1)} s`;
  return `${audio} has an unusual length (${lengths}). Repeated requests return the same, so it was kept.`;
}
