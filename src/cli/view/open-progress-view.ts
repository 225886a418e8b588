import type { ProcessContext } from '../process-context.ts';
import { jsonView } from './json-view.ts';
import { lineView } from './line-view.ts';
import type { ProgressView } from './progress-view.ts';

const silentView: ProgressView = {
  onProgress: () => undefined,
  print: () => undefined,
  warn: () => undefined,
  close: () => undefined,
};

/**
 * Opens a view: a spinner and a progress bar on a terminal, lines in a log and on a terminal that knows no movements, JSON on
 * request, nothing when `quiet`.
 */
export async function openProgressView(
  { stderr, environment }: Pick<ProcessContext, 'stderr' | 'environment'>,
  {
    quiet = false,
    progress,
  }: { readonly quiet?: boolean | undefined; readonly progress?: 'auto' | 'json' | undefined },
): Promise<ProgressView> {
  if (quiet) return silentView;
  if (progress === 'json') return jsonView(stderr);
  // On a terminal of width 0 the spinner would clear lines forever.
  if (!stderr.isTTY || stderr.columns === 0 || environment['TERM'] === 'dumb') return lineView(stderr);
  const { terminalView } = await import('./terminal-view.ts');
  // https://no-color.org: any value but an empty one.
  return terminalView(stderr, { colors: (environment['NO_COLOR'] ?? '') === '' });
}
