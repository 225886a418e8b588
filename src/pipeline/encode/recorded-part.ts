import type { Pcm, WordStart } from '../../core/pcm.ts';
import type { PlannedChapter, Segment } from '../plan/plan.ts';

/** Samples of a segment, counted from the start of the book. */
export interface SegmentSound {
  readonly startSample: number;
  readonly endSample: number;
  /** Starts of its words, in samples of the book, where they are known. */
  readonly words?: readonly WordStart[] | undefined;
}

/** A segment as it was written to the audio of the book, in samples from its beginning. */
export interface RecordedPart {
  /** The chapter that begins with it. */
  readonly chapter?: PlannedChapter | undefined;
  readonly segment: Segment;
  readonly startSample: number;
  /** Its speech, after the silence that waited for the first speech. Undefined when it is only a pause. */
  readonly speech?: SegmentSound | undefined;
  /** End of its pause. */
  readonly endSample: number;
  /** Samples per second. 0 before the first speech. */
  readonly sampleRate: number;
  /** Speech that is not in the store. */
  readonly unstored?: Pcm | undefined;
  /** Reads the speech from the store. Undefined when it is not there. */
  readonly read: () => Promise<Pcm | undefined>;
}
