import type { OutputStream } from '../host.ts';
import { lineView } from './line-view.ts';
import type { ProgressView } from './progress-view.ts';

const silentView: ProgressView = {
  listener: () => undefined,
  say: () => undefined,
  warn: () => undefined,
  close: () => undefined,
};

/** A spinner and a bar with ETA on a terminal, plain lines in a log, nothing when quiet. */
export async function openProgressView(stream: OutputStream, quiet: boolean): Promise<ProgressView> {
  if (quiet) return silentView;
  // A terminal that says it is 0 columns wide cannot be drawn on: the spinner would clear lines for ever.
  if (!stream.isTTY || stream.columns === 0) return lineView(stream);
  const { terminalView } = await import('./terminal-view.ts');
  return terminalView(stream);
}
