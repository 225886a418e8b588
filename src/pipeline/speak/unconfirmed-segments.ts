import type { Pcm } from '../../core/pcm.ts';
import type { ServiceTrust } from '../../speech/check/service-trust.ts';
import type { Doubt, SpokenAudio } from '../../speech/call/speak-segment.ts';
import type { Confirmation, EarlierAudio } from '../../speech/call/settle-text.ts';
import type { Segment } from '../plan/plan.ts';
import { inOrder } from './in-order.ts';
import { measured } from '../store/segment-file.ts';
import type { AudioMark, Speaker } from '../store/segment-file.ts';
import type { SegmentStore } from '../store/segment-store.ts';

/** A segment whose audio was kept. */
interface UnconfirmedSegment extends Confirmation {
  readonly segment: Segment;
  readonly address: string;
  readonly speaker: Speaker;
  /** Whether a recognizer has heard it. */
  readonly isHeard?: boolean | undefined;
}

/** What became of a segment at the end of a run. */
export interface ChangedSegment {
  readonly segment: Segment;
  /** Whether its audio was wrong, and the store has another one now. */
  readonly isReplaced: boolean;
  /** Present when it is in doubt now. */
  readonly doubt?: Doubt | undefined;
}

/** Requests a segment until enough answers agree. */
export type ConfirmSegment = (segment: Segment, earlier: EarlierAudio) => Promise<SpokenAudio>;

/** Judges the stored audio of a segment by what is known of its voice now. Returns true when it is in doubt. */
export type DoubtSegment = (segment: Segment, pcm: Pcm) => Promise<boolean>;

/** Returns the mark of audio in the store: one that insists on an odd length may fit when more is known of the voice. */
export function markOf(doubt: Doubt | undefined): AudioMark | undefined {
  if (!doubt) return undefined;
  return doubt.reason === 'length' ? 'unjudged' : 'doubtful';
}

/** Segments of each voice after which its pace is settled: later ones were judged well enough at once. */
const settledSegments = 32;

/**
 * The segments of a run, which were believed at once, or after some answers agreed. When the service is caught at wrong audio soon
 * afterwards, or more often than was known then, they may be wrong, too. So may the first ones of a voice, which were believed while
 * little was known of it.
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

  /** Puts segments in doubt: the service returned the same audio for another text. */
  suspect(texts: readonly string[]): void {
    for (const one of this.#segments) if (texts.includes(one.segment.text)) this.#suspects.add(one);
  }

  /** Judges the first segments of each voice again. Those that do not pass are in doubt from then. */
  async judgeAgain(doubts: DoubtSegment): Promise<void> {
    const seen = new Map<string, number>();
    for (const one of this.#segments) {
      const count = seen.get(one.speaker.voice) ?? 0;
      seen.set(one.speaker.voice, count + 1);
      if (count >= settledSegments || one.isHeard) continue;
      const pcm = await this.#store.read(one.address);
      if (pcm && (await doubts(one.segment, pcm))) this.#suspects.add(one);
      else if (pcm?.mark) await this.#store.write(one.address, { ...pcm, mark: undefined });
    }
  }

  /** The segments in doubt. */
  doubted(): readonly UnconfirmedSegment[] {
    const { lead } = this.#trust;
    const isDoubted = (one: UnconfirmedSegment): boolean => one.lead < lead && this.#trust.isDoubted(one.answer);
    return this.#segments.filter((one) => this.#suspects.has(one) || isDoubted(one));
  }

  /** Compares the segments in doubt with other answers, `window` at a time, and replaces those that were wrong. Returns what changed. */
  async confirm(window: number, confirm: ConfirmSegment): Promise<readonly ChangedSegment[]> {
    const confirmed = inOrder(this.doubted(), window, async (doubted) => {
      const changed = await this.#confirm(doubted, confirm);
      this.#segments = this.#segments.filter((segment) => segment !== doubted);
      if (changed?.isReplaced) this.#trust.addFaultAt(doubted.answer);
      return changed;
    });
    const changes: ChangedSegment[] = [];
    for await (const changed of confirmed) if (changed) changes.push(changed);
    return changes;
  }

  /** Removes the segments in doubt from the store, so that the next run requests them again. */
  async forget(): Promise<void> {
    for (const { address } of this.doubted()) await this.#store.remove(address);
  }

  async #confirm(
    { segment, address, speaker, lead }: UnconfirmedSegment,
    confirm: ConfirmSegment,
  ): Promise<ChangedSegment | undefined> {
    const stored = await this.#store.read(address);
    if (!stored) return undefined;
    const { pcm, doubt } = await confirm(segment, { pcm: stored, isBelieved: true, lead });
    const isReplaced = pcm !== stored;
    const isSame = !isReplaced && !doubt;
    if (isSame && stored.mark === undefined) return undefined;
    await this.#store.write(address, { ...measured(pcm, speaker), mark: markOf(doubt) });
    if (isSame) return undefined;
    return { segment, isReplaced, doubt };
  }
}
