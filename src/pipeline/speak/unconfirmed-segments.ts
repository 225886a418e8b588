import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { ServiceTrust } from '../../speech/check/service-trust.ts';
import { textStart } from '../../text/text-start.ts';
import type { Doubt, SpokenAudio } from '../../speech/call/speak-segment.ts';
import type { Segment } from '../plan/plan.ts';
import { inOrder } from './in-order.ts';
import { measured } from '../store/segment-file.ts';
import type { Speaker } from '../store/segment-file.ts';
import type { SegmentStore } from '../store/segment-store.ts';

/** A segment whose audio was believed, or kept in doubt, without being compared with other answers. */
interface UnconfirmedSegment {
  readonly segment: Segment;
  readonly address: string;
  /** Number of the answer. */
  readonly answer: number;
  readonly speaker: Speaker;
  /** Present when its length does not fit its text. Such audio is not stored. */
  readonly doubt?: Doubt | undefined;
  /** Whether a recognizer has heard it. */
  readonly isHeard?: boolean | undefined;
}

/** Requests a segment until enough answers agree. `earlier` is one of them. */
export type ConfirmSegment = (segment: Segment, earlier: Pcm | undefined) => Promise<SpokenAudio>;

/** Judges the stored audio of a segment by what is known of its voice now. Returns true when it is in doubt. */
export type DoubtSegment = (segment: Segment, pcm: Pcm) => Promise<boolean>;

/** Share by which audio that agrees may differ in length. */
const agreement = 0.05;
/** Segments of each voice after which its pace is settled: later ones were judged well enough at once. */
const settledSegments = 32;

/**
 * The segments of a run that were believed at once, and those that were kept in doubt. When the service is caught at wrong
 * audio soon afterwards, they may be wrong, too. So may the first ones of a voice, which were believed while little was known
 * of it.
 */
export class UnconfirmedSegments {
  readonly #trust: ServiceTrust;
  readonly #store: SegmentStore;
  #segments: UnconfirmedSegment[] = [];
  readonly #suspects = new Set<UnconfirmedSegment>();

  constructor(trust: ServiceTrust, store: SegmentStore) {
    this.#trust = trust;
    this.#store = store;
  }

  add(segment: UnconfirmedSegment): void {
    this.#segments.push(segment);
  }

  /** Judges the first segments of each voice again. Those that do not pass are in doubt from then. */
  async judgeAgain(doubts: DoubtSegment): Promise<void> {
    const seen = new Map<string, number>();
    for (const one of this.#segments) {
      const count = seen.get(one.speaker.voice) ?? 0;
      seen.set(one.speaker.voice, count + 1);
      if (count >= settledSegments || one.doubt || one.isHeard) continue;
      const pcm = await this.#store.read(one.address);
      if (pcm && (await doubts(one.segment, pcm))) this.#suspects.add(one);
    }
  }

  /** Number of segments in doubt. */
  get doubted(): number {
    return this.#doubted().length;
  }

  /**
   * Compares the segments in doubt with other answers, `window` at a time, and replaces those that were wrong. Returns those.
   * Throws `provider-failed` when answers to one of them do not agree.
   */
  async confirm(window: number, confirm: ConfirmSegment): Promise<readonly Segment[]> {
    const confirmed = inOrder(this.#doubted(), window, async (doubted) => {
      const isReplaced = await this.#confirm(doubted, confirm);
      this.#segments = this.#segments.filter((segment) => segment !== doubted);
      if (isReplaced) this.#trust.addFaultAt(doubted.answer);
      return isReplaced ? [doubted.segment] : [];
    });
    const replaced: Segment[] = [];
    for await (const segments of confirmed) replaced.push(...segments);
    return replaced;
  }

  /** Removes the segments in doubt from the store, so that the next run requests them again. */
  async forget(): Promise<void> {
    for (const { address } of this.#doubted()) await this.#store.remove(address);
  }

  #doubted(): readonly UnconfirmedSegment[] {
    return this.#segments.filter((one) => this.#suspects.has(one) || this.#trust.isDoubted(one.answer));
  }

  async #confirm({ segment, address, speaker, doubt }: UnconfirmedSegment, confirm: ConfirmSegment): Promise<boolean> {
    const earlier = doubt ? undefined : await this.#store.read(address);
    if (!earlier && !doubt) return false;
    const found = await confirm(segment, earlier);
    if (found.doubt && doubt && isAsLong(found.doubt, doubt)) return false;
    if (found.doubt) throw new AudiobookError('provider-failed', contradiction(segment));
    if (found.pcm === earlier) return false;
    await this.#store.write(address, measured(found.pcm, speaker));
    return true;
  }
}

function isAsLong(one: Doubt, other: Doubt): boolean {
  return Math.abs(one.seconds - other.seconds) <= agreement * other.seconds;
}

function contradiction({ text }: Segment): string {
  return (
    `The service returned different audio for "${textStart(text)}", and what it returned most often does not fit the text. ` +
    'Run again to request it again.'
  );
}
