import type { Envelope } from '../../audio/envelope/envelope.ts';
import type { Segment } from '../plan/plan.ts';
import type { Finding } from './listening.ts';

/** A segment that was heard, or was to be heard. */
export interface HeardSegment {
  readonly segment: Segment;
  readonly finding: Finding;
  /** Whether it is in the random sample of the run. */
  readonly isDrawn: boolean;
  /** The level of what was heard. */
  readonly envelope: Envelope | undefined;
}
