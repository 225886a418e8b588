import type { OutputStream } from '../process-context.ts';
import { jsonView } from './json-view.ts';
import { lineView } from './line-view.ts';
import type { ProgressView } from './progress-view.ts';

const silentView: ProgressView = {
  onProgress: () => undefined,
  print: () => undefined,
  warn: () => undefined,
  close: () => undefined,
};

/** Opens a view: a spinner and a progress bar on a terminal, lines in a log, JSON on request, nothing when `quiet`. */
export async function openProgressView(
  stream: OutputStream,
  {
    quiet = false,
    progress,
  }: { readonly quiet?: boolean | undefined; readonly progress?: 'auto' | 'json' | undefined },
): Promise<ProgressView> {
  if (quiet) return silentView;
  if (progress === 'json') return jsonView(stream);
  // On a terminal of width 0 the spinner would clear lines forever.
  if (!stream.isTTY || stream.columns === 0) return lineView(stream);
  const { terminalView } = await import('./terminal-view.ts');
  return terminalView(stream);
}
