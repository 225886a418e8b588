import { formatDuration } from '../../core/strings/format-duration.ts';
import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import type { OutputStream } from '../process-context.ts';
import { encodeAgainText, eventLines, fileCheckText } from './event-lines.ts';
import { writeLines } from './write-lines.ts';

/** Shows the progress of a command. */
export interface ProgressView {
  readonly onProgress: ProgressListener;
  /** Prints a line. */
  readonly print: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Removes bars and spinners from the screen. Can be called twice. */
  readonly close: () => void;
}

/** Shows nothing. */
export const silentView: ProgressView = {
  onProgress: () => undefined,
  print: () => undefined,
  warn: () => undefined,
  close: () => undefined,
};

/** Shows progress to a program: an event of the conversion per line, as JSON with the time. */
export function jsonView(stream: OutputStream): ProgressView {
  const write = (event: ProgressEvent | { readonly type: 'message'; readonly message: string }): void => {
    stream.write(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`);
  };
  return {
    ...silentView,
    onProgress: write,
    print: (message) => write({ type: 'message', message }),
    warn: (message) => write({ type: 'warning', message }),
  };
}

/** Shows progress as plain lines, for logs and pipes. */
export function lineView(stream: OutputStream): ProgressView {
  const print = (message: string): void => writeLines(stream, `${message}\n`);
  const eventLine = eventLines();
  let chapters = 0;
  let seconds = 0;
  const onProgress: ProgressListener = (event) => {
    if (event.type === 'plan-made') ({ chapters } = event);
    if (event.type === 'segment-spoken') seconds += event.seconds;
    if (event.type === 'chapter-start') {
      print(`${event.number}. ${event.title} (${event.chapter + 1}/${chapters})`);
    }
    if (event.type === 'assembly-start')
      print(`Synthesized ${formatDuration(seconds)} of audio. Finishing the output.`);
    if (event.type === 'encode-again' && event.percent % 25 === 0) print(encodeAgainText(event));
    if (event.type === 'file-check' && event.percent % 25 === 0) print(fileCheckText(event));
    const line = eventLine(event);
    if (line !== undefined) print(line);
  };
  return { ...silentView, onProgress, print, warn: (message) => print(`Warning: ${message}`) };
}
