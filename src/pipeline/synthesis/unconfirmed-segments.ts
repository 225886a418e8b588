import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { ServiceTrust } from '../../speech/check/service-trust.ts';
import { textStart } from '../../text/text-start.ts';
import type { SpokenAudio } from '../../speech/call/speak-segment.ts';
import type { Segment } from '../plan.ts';
import { inOrder } from './in-order.ts';
import { measured } from './segment-file.ts';
import type { SegmentStore } from './segment-store.ts';

/** A stored segment whose audio was believed without being compared with another answer. */
interface UnconfirmedSegment {
  readonly segment: Segment;
  readonly address: string;
  /** Number of the answer. */
  readonly answer: number;
}

/** Compares the audio of a segment with other answers to its text. */
export type ConfirmSegment = (segment: Segment, earlier: Pcm) => Promise<SpokenAudio>;

/**
 * The segments of a run that were believed at once. When the service is caught at wrong audio soon afterwards, they are in
 * doubt, too.
 */
export class UnconfirmedSegments {
  readonly #trust: ServiceTrust;
  readonly #store: SegmentStore;
  #segments: UnconfirmedSegment[] = [];

  constructor(trust: ServiceTrust, store: SegmentStore) {
    this.#trust = trust;
    this.#store = store;
  }

  add(segment: Segment, address: string, answer: number): void {
    this.#segments.push({ segment, address, answer });
  }

  /** Number of segments in doubt. */
  get doubted(): number {
    return this.#doubted().length;
  }

  /**
   * Compares the segments in doubt with other answers, `window` at a time, and replaces those that were wrong. Returns how many. Throws
   * `provider-failed` when answers to one of them do not agree.
   */
  async confirm(window: number, confirm: ConfirmSegment): Promise<number> {
    const replaced = inOrder(this.#doubted(), window, async (doubted) => {
      const isReplaced = await this.#confirm(doubted, confirm);
      this.#segments = this.#segments.filter((segment) => segment !== doubted);
      return isReplaced;
    });
    let count = 0;
    for await (const isReplaced of replaced) count += isReplaced ? 1 : 0;
    return count;
  }

  /** Removes the segments in doubt from the store, so that the next run requests them again. */
  async forget(): Promise<void> {
    for (const { address } of this.#doubted()) await this.#store.remove(address);
  }

  #doubted(): readonly UnconfirmedSegment[] {
    return this.#segments.filter(({ answer }) => this.#trust.isDoubted(answer));
  }

  async #confirm({ segment, address }: UnconfirmedSegment, confirm: ConfirmSegment): Promise<boolean> {
    const earlier = await this.#store.read(address);
    if (!earlier) return false;
    const { pcm, doubt } = await confirm(segment, earlier);
    if (doubt) throw new AudiobookError('provider-failed', contradiction(segment));
    if (pcm === earlier) return false;
    await this.#store.write(address, measured(pcm, earlier.speaker));
    return true;
  }
}

function contradiction({ text }: Segment): string {
  return (
    `The service returned different audio for "${textStart(text)}", and what it returned most often does not fit the text. ` +
    'Run again to request it again.'
  );
}
