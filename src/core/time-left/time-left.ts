import type { EarlierRuns, ProgressEvent, ProgressListener } from '../progress.ts';
import { RequestTimes } from './request-times.ts';
import type { RequestForecast } from './request-times.ts';
import { speechToMake } from './speech-to-make.ts';
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
/** Relative standard deviation of the speed between two runs of a voice on one machine. */
const betweenRuns = 0.2;
/** The same of a forecast from any number of requests. */
const leastDoubt = 0.03;

/**
 * Opens an estimate. `now` is a clock in milliseconds. What is left to speak is weighed by its characters and by the times of
 * the requests so far; stored segments take none. The speed of earlier runs counts for as much as the run itself leaves in doubt.
 */
export function timeLeft(now: () => number): TimeLeft {
  const clock = workingClock(now);
  const tail = tailTime(now);
  let speech = speechToMake();
  let requests = new RequestTimes();
  let earlier: EarlierRuns = {};
  const count = (event: ProgressEvent): void => {
    clock.count(event);
    tail.count(event);
    speech.count(event, clock.ms());
    if (event.type === 'plan-made') {
      [speech, requests, earlier] = [speechToMake(event), new RequestTimes(event.maxAtOnce), event.earlier ?? {}];
    }
    if (event.type === 'provider-pause' || event.type === 'provider-wait') requests.interrupt();
    if (event.type === 'request-start') requests.start(event.segment, event.characters, clock.ms());
    if (event.type === 'request-end') requests.end(event.segment, clock.ms(), event.failed);
  };
  const speechMs = (): number | undefined => {
    const ms = clock.ms();
    const left = speech.characters();
    if (left <= 0) return speech.writingMs();
    const unsent = Math.max(0, left - requests.openCharacters);
    const forecast = requests.forecast({ characters: unsent, requests: unsent / speech.charactersPerRequest() }, ms);
    const { charactersPerSecond } = earlier;
    if (forecast && forecast.samples >= enough)
      return forecast.ms * correction(forecast, earlier) + (speech.writingMs() ?? 0);
    return charactersPerSecond === undefined ? undefined : Math.max(0, (left * 1000) / charactersPerSecond - ms);
  };
  const seconds = (): number | undefined => {
    if (tail.hasBegun()) return tail.ms() / 1000;
    const ms = speechMs();
    return ms === undefined ? undefined : (ms + clock.pauseMs() + tail.ms()) / 1000;
  };
  return { count, seconds };
}

/** Returns the factor that brings a forecast toward the speed of earlier runs, by how much the two are in doubt. */
function correction(
  { msPerCharacter, spread, samples }: RequestForecast,
  { charactersPerSecond, spread: earlierSpread = betweenRuns }: EarlierRuns,
): number {
  if (charactersPerSecond === undefined) return 1;
  const difference = Math.log(1000 / charactersPerSecond / msPerCharacter);
  const doubt = Math.max(spread, earlierSpread) ** 2 / samples + 0.5 / samples ** 2 + leastDoubt ** 2;
  // If the two cannot both be right, the service has changed.
  const earlierDoubt = Math.max(betweenRuns ** 2, difference ** 2 - 4 * doubt);
  return Math.exp((difference * doubt) / (doubt + earlierDoubt));
}
