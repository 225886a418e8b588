import { safeListener } from '../core/progress.ts';
import type { ProgressListener } from '../core/progress.ts';

/** Forwards the events of a run and keeps what the report needs. */
export interface RunLog {
  readonly onProgress: ProgressListener;
  readonly warn: (message: string) => void;
  readonly warnings: readonly string[];
  readonly retries: () => number;
  /** Milliseconds since the last speech was written, or undefined before. */
  readonly finishingMs: () => number | undefined;
  /** Seconds since the run began. */
  readonly elapsedSeconds: () => number;
}

/** Starts the log of a run. `listener` receives every event; its errors are ignored. */
export function startRunLog(listener: ProgressListener | undefined): RunLog {
  const startedMs = performance.now();
  const forward = safeListener(listener);
  const warnings: string[] = [];
  let retries = 0;
  let finishingSinceMs: number | undefined;
  const onProgress: ProgressListener = (event) => {
    if (event.type === 'warning') warnings.push(event.message);
    if (event.type === 'segment-retry') retries += 1;
    if (event.type === 'assembly-start') finishingSinceMs = performance.now();
    forward(event);
  };
  return {
    onProgress,
    warn: (message) => onProgress({ type: 'warning', message }),
    warnings,
    retries: () => retries,
    finishingMs: () => (finishingSinceMs === undefined ? undefined : performance.now() - finishingSinceMs),
    elapsedSeconds: () => Math.round(performance.now() - startedMs) / 1000,
  };
}
