import type { ProgressListener } from '../../core/progress.ts';
import type { OutputStream } from '../process-context.ts';
import { formatDuration } from '../../core/format-duration.ts';
import { encodeAgainText, eventLines, fileCheckText } from './event-lines.ts';
import type { ProgressView } from './progress-view.ts';

/** Shows progress as plain lines, for logs and pipes. */
export function lineView(stream: OutputStream): ProgressView {
  const print = (message: string): void => void stream.write(`${message}\n`);
  const eventLine = eventLines();
  let chapters = 0;
  let seconds = 0;
  const onProgress: ProgressListener = (event) => {
    if (event.type === 'plan-made') ({ chapters } = event);
    if (event.type === 'segment-spoken') seconds += event.seconds;
    if (event.type === 'chapter-start') {
      print(`Chapter ${event.number}: ${event.title} (${event.chapter + 1}/${chapters})`);
    }
    if (event.type === 'assembly-start')
      print(`Synthesized ${formatDuration(seconds)} of audio. Finishing the output.`);
    if (event.type === 'encode-again' && event.percent % 25 === 0) print(encodeAgainText(event));
    if (event.type === 'file-check' && event.percent % 25 === 0) print(fileCheckText(event));
    const line = eventLine(event);
    if (line !== undefined) print(line);
  };
  return { onProgress, print, warn: (message) => print(`Warning: ${message}`), close: () => undefined };
}
