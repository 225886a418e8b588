import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';
import type { EarlierRuns, ProgressEvent } from '../../src/core/progress.ts';
import { timeLeft } from '../../src/core/time-left/time-left.ts';
import type { ConcurrencyRange } from '../../src/core/gate/adaptive-concurrency.ts';
import { inOrder } from '../../src/pipeline/speak/in-order.ts';
import { OverloadedError } from '../../src/speech/call/provider-errors.ts';
import { SpeechGate } from '../../src/speech/gate/speech-gate.ts';

/** A request as a service sees it. */
export interface SeenRequest {
  readonly segment: number;
  readonly characters: number;
  /** Share of the segments before it. */
  readonly place: number;
}

/** A run on a clock of its own. Times are in milliseconds. */
export interface SimulatedRun {
  /** Characters of each segment. */
  readonly lengths: readonly number[];
  readonly requestMs: (request: SeenRequest) => number;
  readonly concurrency?: ConcurrencyRange | undefined;
  readonly isStored?: ((segment: number) => boolean) | undefined;
  /** Whether `requestMs` is the time of a request alone, and those in flight share what the service can do. */
  readonly isShared?: boolean | undefined;
  /** From the first request for this segment on, the service refuses everything for so long, and says so. */
  readonly pause?: { readonly segment: number; readonly ms: number } | undefined;
  readonly earlier?: EarlierRuns | undefined;
  /** Time from the last speech to the end. */
  readonly tailMs?: number | undefined;
}

/** What was estimated during a run, in its second half. */
export interface SeenEstimates {
  readonly totalMs: number;
  /** Differences of the estimated end to the real one, as shares of the whole time. */
  readonly errors: readonly number[];
}

/** Runs the order, the gate and the estimate of a conversion against a service on the clock of `vi.useFakeTimers`. */
export async function simulatedRun(run: SimulatedRun): Promise<SeenEstimates> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  try {
    const startMs = performance.now();
    const estimate = timeLeft(() => performance.now());
    const seen: { readonly atMs: number; readonly endMs: number }[] = [];
    let isPaused = false;
    const count = (event: ProgressEvent): void => {
      isPaused ||= event.type === 'provider-pause';
      estimate.count(event);
    };
    const look = (): void => {
      const left = estimate.seconds();
      const isBeforePause = run.pause && !isPaused;
      if (left !== undefined && !isBeforePause)
        seen.push({ atMs: performance.now(), endMs: performance.now() + left * 1000 });
    };
    const state = { isDone: false };
    const done = speak(run, count).finally(() => (state.isDone = true));
    while (!state.isDone) {
      await vi.advanceTimersToNextTimerAsync();
      look();
    }
    await done;
    const endMs = performance.now();
    const totalMs = endMs - startMs;
    const counted = seen.filter(({ atMs }) => atMs - startMs >= totalMs / 2);
    return { totalMs, errors: counted.map((one) => Math.abs(one.endMs - endMs) / totalMs) };
  } finally {
    vi.useRealTimers();
  }
}

async function speak(run: SimulatedRun, count: (event: ProgressEvent) => void): Promise<void> {
  const { lengths, isStored = () => false, concurrency = { start: 1, max: 1 }, earlier, tailMs = 0 } = run;
  const missing = lengths.filter((_, segment) => !isStored(segment));
  const characters = sum(lengths);
  const gate = new SpeechGate(concurrency, undefined, {
    onPause: (pause) => count({ type: 'provider-pause', ...pause }),
  });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const send = service(run);
  count({
    type: 'plan-made',
    chapters: 1,
    segments: lengths.length,
    characters,
    stored: lengths.length - missing.length,
    storedCharacters: characters - sum(missing),
    maxAtOnce: concurrency.max,
    earlier,
  });
  const work = async (segment: number): Promise<number> => {
    if (isStored(segment)) return segment;
    const size = lengths[segment] ?? 0;
    const request = async (): Promise<void> => {
      count({ type: 'request-start', segment, characters: size });
      const failed = await send(segment).then(
        () => undefined,
        (error: unknown) => error as OverloadedError,
      );
      count({ type: 'request-end', segment, characters: size, failed: failed !== undefined });
      if (failed) throw failed;
    };
    for (;;) {
      try {
        await gate.run(request, { size, signal });
        break;
      } catch (error) {
        await passed((error as OverloadedError).retryAfterMs ?? 1);
      }
    }
    return segment;
  };
  for await (const segment of inOrder(lengths.keys(), Math.max(16, concurrency.max * 3), work)) {
    count({
      type: 'segment-spoken',
      chapter: 0,
      segment,
      characters: lengths[segment] ?? 0,
      seconds: 1,
      stored: isStored(segment),
    });
  }
  count({ type: 'assembly-start' });
  await passed(tailMs);
}

/** Returns a service that takes its time and demands a pause once. */
function service({ lengths, requestMs, isShared, pause }: SimulatedRun): (segment: number) => Promise<void> {
  let inFlight = 0;
  let pausedUntilMs: number | undefined;
  return async (segment) => {
    if (pause && segment >= pause.segment) pausedUntilMs ??= performance.now() + pause.ms;
    const pauseLeftMs = (pausedUntilMs ?? 0) - performance.now();
    if (pauseLeftMs > 0) throw new OverloadedError('Too many requests.', { retryAfterMs: pauseLeftMs });
    inFlight += 1;
    const place = segment / lengths.length;
    const aloneMs = requestMs({ segment, characters: lengths[segment] ?? 0, place });
    let leftMs = aloneMs;
    while (leftMs > 0) {
      const slice = isShared ? sliceMs : leftMs;
      const others = isShared ? inFlight : 1;
      await passed(slice);
      leftMs -= slice / others;
    }
    inFlight -= 1;
  };
}

/** Times of requests that share a service are followed in steps. */
const sliceMs = 250;

async function passed(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
