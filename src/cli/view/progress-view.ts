import type { ProgressListener } from '../../core/progress.ts';

/** Shows the progress of a command. */
export interface ProgressView {
  readonly onProgress: ProgressListener;
  /** Prints a line. */
  readonly print: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Removes bars and spinners from the screen. Can be called twice. */
  readonly close: () => void;
}
