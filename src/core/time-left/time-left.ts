import type { EarlierRuns, ProgressEvent, ProgressListener } from '../progress.ts';
import { SpokenSoFar } from './spoken-so-far.ts';
import { tailTime } from './tail-time.ts';
import { workingClock } from './working-clock.ts';

/** Estimates the time left of a conversion from its events. */
export interface TimeLeft {
  readonly count: ProgressListener;
  /** Returns the seconds left, or undefined before anything is known of the speed. */
  readonly seconds: () => number | undefined;
}

/** Fewer requests say too little of the others. */
const enough = 3;
/** The speed of earlier runs counts for as much as this many requests of this one. */
const earlierRequests = 5;

/**
 * Opens an estimate. `now` is a clock in milliseconds. What is left to speak takes as long per character as what was spoken, with as many
 * requests at once as in the latest half of the time. Stored segments only take the time to write them.
 */
export function timeLeft(now: () => number): TimeLeft {
  const clock = workingClock(now);
  const tail = tailTime(now);
  let spoken = new SpokenSoFar();
  let earlier: EarlierRuns = {};
  const count = (event: ProgressEvent): void => {
    clock.count(event);
    tail.count(event);
    if (event.type === 'plan-made') [spoken, earlier] = [new SpokenSoFar(event), event.earlier ?? {}];
    spoken.count(event, clock.ms());
  };
  const speechMs = (): number | undefined => {
    const ms = clock.ms();
    const left = spoken.charactersLeft();
    if (left <= 0) return spoken.writingMs();
    const { charactersPerSecond } = earlier;
    const earlierMs = charactersPerSecond === undefined ? undefined : 1000 / charactersPerSecond;
    if (spoken.answered < enough) return earlierMs === undefined ? undefined : Math.max(0, left * earlierMs - ms);
    const weight = earlierMs === undefined ? 0 : earlierRequests / (earlierRequests + spoken.answered);
    const ownMs = spoken.restMs(ms);
    return (1 - weight) * ownMs + weight * left * (earlierMs ?? 0) + (spoken.writingMs() ?? 0);
  };
  const seconds = (): number | undefined => {
    if (tail.hasBegun()) return tail.ms() / 1000;
    const ms = speechMs();
    return ms === undefined ? undefined : (ms + clock.pauseMs() + tail.ms()) / 1000;
  };
  return { count, seconds };
}
