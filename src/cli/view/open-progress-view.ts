import { runProgram } from '../../core/process/run-program.ts';
import type { OutputStream, ProcessContext } from '../process-context.ts';
import { jsonView, lineView, silentView } from './stream-views.ts';
import type { ProgressView } from './stream-views.ts';

/** How a run is shown. */
interface Shown {
  readonly quiet?: unknown;
  /** `json` for an event per line. */
  readonly progress?: unknown;
}

/** Prints messages beside the progress of a run: as lines, as JSON where the progress is JSON, not at all when `quiet`. */
export function messageView(stderr: OutputStream, { quiet, progress }: Shown): ProgressView {
  if (quiet === true) return silentView;
  return progress === 'json' ? jsonView(stderr) : lineView(stderr);
}

/**
 * Opens a view: a spinner and a progress bar on a terminal, lines in a log and on a terminal that knows no movements, JSON on
 * request, nothing when `quiet`.
 */
export async function openProgressView(
  { stderr, environment }: Pick<ProcessContext, 'stderr' | 'environment'>,
  shown: Shown,
): Promise<ProgressView> {
  // On a terminal of width 0 the spinner would clear lines forever.
  const knowsNoMovements = !stderr.isTTY || stderr.columns === 0 || environment['TERM'] === 'dumb';
  if (shown.quiet === true || shown.progress === 'json' || knowsNoMovements) return messageView(stderr, shown);
  hideKeys();
  const { terminalView } = await import('./terminal-view.ts');
  // https://no-color.org: any value but an empty one.
  return terminalView(stderr, { colors: (environment['NO_COLOR'] ?? '') === '' });
}

/** Hides keys that are pressed beside the bar. Ctrl-C and Ctrl-Z keep their meaning, and the shell gets what was typed. */
function hideKeys(): void {
  // A program in the background would be stopped for it. Node ends with the terminal as it found it.
  const line = 'case $(ps -o stat= -p $$) in *+*) stty -echo </dev/tty ;; esac';
  // Where one of the programs is missing, the keys are shown.
  runProgram('sh', ['-c', line]).catch(() => undefined);
}
