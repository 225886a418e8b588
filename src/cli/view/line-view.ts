import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import type { OutputStream } from '../process-context.ts';
import { formatDuration } from './format-duration.ts';
import type { ProgressView } from './progress-view.ts';

/** Shows progress as plain lines, for logs and pipes. */
export function lineView(stream: OutputStream): ProgressView {
  const print = (message: string): void => void stream.write(`${message}\n`);
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
    const line = eventLine(event);
    if (line !== undefined) print(line);
  };
  return { onProgress, print, warn: (message) => print(`Warning: ${message}`), close: () => undefined };
}

/** Returns the line for an event that every view prints, or undefined. */
export function eventLine(event: ProgressEvent): string | undefined {
  return bookLine(event) ?? scriptLine(event) ?? warningLine(event);
}

function bookLine(event: ProgressEvent): string | undefined {
  if (event.type === 'book-read') {
    const { title, chapters, words, leftOut } = event;
    return `“${title}”: ${count(chapters, 'chapter')}, ${count(words, 'word')}, ${count(leftOut, 'part')} left out`;
  }
  if (event.type !== 'plan-made') return undefined;
  const { estimated, chapters, segments, stored } = event;
  if (estimated) return `Narrating ${count(chapters, 'chapter')}`;
  return `Synthesizing ${count(segments, 'segment')} (${stored.toLocaleString('en')} cached)`;
}

function scriptLine(event: ProgressEvent): string | undefined {
  if (event.type === 'script-step') return `Script of chapter ${event.chapter + 1}: ${event.action} (${event.reason})`;
  if (event.type === 'script-end') return `Script of chapter ${event.chapter + 1}: ${event.title} (${event.origin})`;
  return undefined;
}

function warningLine(event: ProgressEvent): string | undefined {
  if (event.type === 'provider-wait') return `Waiting for the speech provider: ${event.reason}`;
  if (event.type === 'warning') return `Warning: ${event.message}`;
  if (event.type !== 'segment-retry') return undefined;
  return `Warning: Retrying in ${(event.delayMs / 1000).toFixed(1)} s: ${event.reason}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
