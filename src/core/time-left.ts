import type { ProgressEvent, ProgressListener } from './progress.ts';

/** Estimates the time left of a conversion from its events. */
export interface TimeLeft {
  readonly count: ProgressListener;
  /** Returns the seconds left, or undefined before anything was synthesized. */
  readonly seconds: () => number | undefined;
}

/** What was synthesized by a time. */
interface Mark {
  /** Milliseconds since the plan, without waits for the provider. */
  readonly ms: number;
  readonly characters: number;
}

const none: Mark = { ms: 0, characters: 0 };

/** The beginning is left out: a run finds out how many requests a service takes at a time, and the first ones are slow. */
const leftOutShare = 0.15;

/** Opens an estimate. `now` is a clock in milliseconds. */
export function timeLeft(now: () => number): TimeLeft {
  const clock = workingClock(now);
  let pace = paceMeter();
  let plan = { characters: 0, stored: 0 };
  let stored = 0;
  const count = (event: ProgressEvent): void => {
    clock.count(event);
    if (event.type === 'plan-made') {
      plan = { characters: event.characters, stored: event.storedCharacters ?? 0 };
      [pace, stored] = [paceMeter(), 0];
    }
    if (event.type !== 'segment-spoken') return;
    if (event.stored) stored += event.characters;
    else pace.add(clock.ms(), event.characters);
  };
  const seconds = (): number | undefined => {
    const last = pace.last();
    if (last.characters === 0) return undefined;
    const msPerCharacter = pace.msPerCharacter();
    // Stored segments take no time, wherever they are.
    const left = Math.max(0, plan.characters - Math.max(plan.stored, stored) - last.characters);
    // Between two segments the time goes on, but not beyond the next one.
    const since = Math.min(clock.ms() - last.ms, pace.charactersPerMark() * msPerCharacter);
    return Math.max(0, left * msPerCharacter - since) / 1000;
  };
  return { count, seconds };
}

interface PaceMeter {
  readonly add: (ms: number, characters: number) => void;
  readonly last: () => Mark;
  readonly charactersPerMark: () => number;
  readonly msPerCharacter: () => number;
}

/**
 * Measures the pace as the slope of the line of least squares through the marks. Requests run side by side and their audio comes in
 * order, so that one slow request holds up many: two marks alone would tell of that one.
 */
function paceMeter(): PaceMeter {
  const marks = [none];
  let first = 0;
  const sums = { count: 1, ms: 0, characters: 0, products: 0, squares: 0 };
  const sum = ({ ms, characters }: Mark, sign: 1 | -1): void => {
    sums.count += sign;
    sums.ms += sign * ms;
    sums.characters += sign * characters;
    sums.products += sign * ms * characters;
    sums.squares += sign * characters ** 2;
  };
  const last = (): Mark => marks.at(-1) ?? none;
  return {
    add(ms, characters) {
      const mark = { ms, characters: last().characters + characters };
      marks.push(mark);
      sum(mark, 1);
      while ((marks[first]?.characters ?? Infinity) < mark.characters * leftOutShare && marks.length - first > 2) {
        sum(marks[first] ?? none, -1);
        first += 1;
      }
    },
    last,
    charactersPerMark: () => last().characters / (marks.length - 1),
    msPerCharacter() {
      const { count, ms, characters, products, squares } = sums;
      const slope = (count * products - ms * characters) / (count * squares - characters ** 2);
      return Number.isFinite(slope) ? Math.max(0, slope) : last().ms / last().characters;
    },
  };
}

/** Returns a clock that starts with the plan and stands still while the provider is waited for. */
function workingClock(now: () => number): { readonly count: ProgressListener; readonly ms: () => number } {
  let startMs = now();
  let waitMs: number | undefined;
  return {
    count(event) {
      if (event.type === 'plan-made') [startMs, waitMs] = [now(), undefined];
      if (event.type === 'provider-wait') waitMs ??= now();
      if (event.type !== 'provider-ready' || waitMs === undefined) return;
      startMs += now() - waitMs;
      waitMs = undefined;
    },
    ms: () => (waitMs ?? now()) - startMs,
  };
}
