import type { Doubt } from '../../speech/call/speak-segment.ts';
import type { Segment } from '../plan/plan.ts';
import type { HeardSegment, Finding } from '../hear/listening.ts';
import type { SpokenSegment } from './spoken-segment.ts';
import type { ChangedSegment } from './unconfirmed-segments.ts';

/** A segment in doubt, without its audio. */
export interface DoubtfulSegment {
  readonly segment: Segment;
  readonly doubt: Doubt;
}

/** The outcome of the segments of a book, each list in the order of the book. */
export interface NotedSegments {
  /** Segments that the provider failed on permanently. */
  readonly gaps: readonly SpokenSegment[];
  /** Segments of which it is not sure that their audio is right. */
  readonly doubtful: readonly DoubtfulSegment[];
  /** Segments that were heard, or were to be heard. */
  readonly heard: readonly HeardSegment[];
  /** Segments that the first pass spoke. */
  readonly spoken: number;
  /** Segments that the first pass found in the store. */
  readonly stored: number;
}

/** Notes what became of each segment over all passes. The audio of the last one is in the files, so what it says counts. */
export class SegmentNotes {
  readonly #gaps = new Map<number, SpokenSegment>();
  readonly #doubtful = new Map<number, DoubtfulSegment>();
  readonly #heard = new Map<number, HeardSegment>();
  #spoken = 0;
  #stored = 0;

  /** Notes a segment of the first pass. */
  add(one: SpokenSegment): void {
    this.#note(one);
    if (!one.pcm) return;
    if (one.stored) this.#stored += 1;
    else this.#spoken += 1;
  }

  /** Notes a segment of a further pass. Where it was spoken anew, what was noted of its audio before is forgotten. */
  addAgain(one: SpokenSegment): void {
    if (!one.stored) this.forget([one.segment]);
    this.#note(one);
  }

  /** Forgets what was noted of the audio of segments that have other audio now. */
  forget(segments: readonly Segment[]): void {
    for (const { index } of segments) {
      this.#doubtful.delete(index);
      this.#heard.delete(index);
    }
  }

  /** Notes what became of segments at the end of a run. What was noted of audio that was replaced is forgotten. */
  change(changes: readonly ChangedSegment[]): void {
    this.forget(changes.filter(({ isReplaced }) => isReplaced).map(({ segment }) => segment));
    for (const { segment, doubt } of changes) if (doubt) this.#doubtful.set(segment.index, { segment, doubt });
  }

  /** Returns what was noted so far. */
  noted(): NotedSegments {
    const [gaps, doubtful, heard] = [this.#gaps, this.#doubtful, this.#heard];
    return {
      gaps: inBookOrder(gaps),
      doubtful: inBookOrder(doubtful),
      heard: inBookOrder(heard),
      spoken: this.#spoken,
      stored: this.#stored,
    };
  }

  #note(one: SpokenSegment): void {
    const { segment, gap, doubt, finding, envelope, isDrawn = false } = one;
    if (gap) this.#gaps.set(segment.index, one);
    if (doubt) this.#doubtful.set(segment.index, { segment, doubt });
    if (!finding) return;
    const before = this.#heard.get(segment.index)?.finding;
    this.#heard.set(segment.index, { segment, finding: afterEarlier(finding, before), envelope, isDrawn });
  }
}

/** A segment that was healed in an earlier pass stays so. */
function afterEarlier(finding: Finding, before: Finding | undefined): Finding {
  const wasHealed = before !== undefined && 'hearing' in before && before.isHealed;
  return wasHealed && 'hearing' in finding ? { ...finding, isHealed: true } : finding;
}

/** A segment that was forgotten and noted again is the last of its map. */
function inBookOrder<Noted>(noted: ReadonlyMap<number, Noted>): readonly Noted[] {
  return [...noted].toSorted(([one], [other]) => one - other).map(([, value]) => value);
}
