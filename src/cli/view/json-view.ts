import type { ProgressEvent } from '../../core/progress.ts';
import type { OutputStream } from '../process-context.ts';
import type { ProgressView } from './progress-view.ts';

/** Shows progress to a program: an event of the conversion per line, as JSON with the time. */
export function jsonView(stream: OutputStream): ProgressView {
  const write = (event: ProgressEvent | { readonly type: 'message'; readonly message: string }): void => {
    stream.write(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`);
  };
  return {
    onProgress: write,
    print: (message) => write({ type: 'message', message }),
    warn: (message) => write({ type: 'warning', message }),
    close: () => undefined,
  };
}
