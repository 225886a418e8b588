import type { ProgressEvent } from '../progress.ts';

/** Estimates the time from the last speech to the end. */
export interface TailTime {
  readonly count: (event: ProgressEvent) => void;
  readonly hasBegun: () => boolean;
  /** Returns the milliseconds that the end still takes. 0 when nothing is known. */
  readonly ms: () => number;
}

/**
 * Opens an estimate of the end of a conversion: its files are finished, and encoded again where they miss their loudness. It takes
 * as long per character as in earlier runs; a further encoding shows its own speed. `now` is a clock in milliseconds.
 */
export function tailTime(now: () => number): TailTime {
  let wholeMs = 0;
  let startMs: number | undefined;
  let pass: { readonly startMs: number; readonly percent: number; readonly atMs: number } | undefined;
  return {
    count(event) {
      if (event.type === 'plan-made') {
        wholeMs = event.characters * (event.earlier?.finishingMsPerCharacter ?? 0);
        [startMs, pass] = [undefined, undefined];
      }
      if (event.type === 'assembly-start') startMs = now();
      if (event.type !== 'encode-again') return;
      pass = { startMs: event.percent === 0 || !pass ? now() : pass.startMs, percent: event.percent, atMs: now() };
    },
    hasBegun: () => startMs !== undefined,
    ms() {
      const nowMs = now();
      const ownMs = Math.max(0, wholeMs - (nowMs - (startMs ?? nowMs)));
      if (!pass || pass.percent === 0) return ownMs;
      const restMs = ((pass.atMs - pass.startMs) * (100 - pass.percent)) / pass.percent;
      return Math.max(0, restMs - (nowMs - pass.atMs));
    },
  };
}
