import type { OutputStream } from '../process-context.ts';
import { jsonView } from './json-view.ts';
import { lineView } from './line-view.ts';
import type { ProgressView } from './progress-view.ts';

/** Prints messages before the progress of a run: as lines, as JSON where the progress is JSON, not at all when `quiet`. */
export function messageView(
  stderr: OutputStream,
  { quiet, progress }: { readonly quiet?: unknown; readonly progress?: unknown },
): Pick<ProgressView, 'print' | 'warn'> {
  if (quiet === true) return { print: () => undefined, warn: () => undefined };
  return progress === 'json' ? jsonView(stderr) : lineView(stderr);
}
