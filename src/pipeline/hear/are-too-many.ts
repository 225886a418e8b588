/** Segments that a run always tolerates. */
const maxTolerated = 2;
/** Share of a run's segments that is tolerated. */
const maxShare = 0.02;

/** Until the end is reached, a run is taken to have at least this many segments. */
export const assumedSegments = 150;

/** Reports whether this many wrong ones of the segments of a run show that the service does not speak the whole text. */
export function areTooMany(wrong: number, segments: number): boolean {
  return wrong > Math.max(maxTolerated, segments * maxShare);
}
