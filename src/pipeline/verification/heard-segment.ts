import type { Envelope } from '../../audio/envelope/envelope.ts';
import type { Segment } from '../plan.ts';
import type { Finding } from './listening.ts';

/** A segment that was heard, or was to be heard. */
export interface HeardSegment {
  readonly segment: Segment;
  readonly finding: Finding;
  readonly isHealed: boolean;
  /** The level of what was heard. */
  readonly envelope: Envelope | undefined;
}
