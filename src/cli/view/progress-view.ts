import type { ProgressListener } from '../../core/progress.ts';

/** What a person sees while a command works. */
export interface ProgressView {
  readonly listener: ProgressListener;
  /** A line that is no warning. */
  readonly say: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Takes bars and spinners from the screen. May be called twice. */
  readonly close: () => void;
}
