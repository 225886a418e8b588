import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import { formatDuration } from './format-duration.ts';
import type { OutputStream } from '../host.ts';
import type { ProgressView } from './progress-view.ts';

/** Progress as plain lines, for logs and pipes. */
export function lineView(stream: OutputStream): ProgressView {
  const say = (message: string): void => void stream.write(`${message}\n`);
  let chapters = 0;
  let seconds = 0;
  const listener: ProgressListener = (event) => {
    if (event.type === 'plan-made') ({ chapters } = event);
    if (event.type === 'segment-spoken') seconds += event.seconds;
    if (event.type === 'chapter-start') say(`Chapter ${event.chapter + 1}/${chapters}: ${event.title}`);
    if (event.type === 'assembly-start') say(`Spoken: ${formatDuration(seconds)}. Finishing the file.`);
    const line = eventLine(event);
    if (line !== undefined) say(line);
  };
  return { listener, say, warn: (message) => say(`Warning: ${message}`), close: () => undefined };
}

/** The line that says an event on every kind of display, if it is worth one. */
export function eventLine(event: ProgressEvent): string | undefined {
  return bookLine(event) ?? scriptLine(event) ?? troubleLine(event);
}

function bookLine(event: ProgressEvent): string | undefined {
  if (event.type === 'book-read') {
    const { title, chapters, words, leftOut } = event;
    return `“${title}”: ${count(chapters, 'chapter')}, ${count(words, 'word')}; ${leftOut} left out.`;
  }
  if (event.type !== 'plan-made') return undefined;
  const { estimated, chapters, segments, stored } = event;
  if (estimated) return `To narrate: ${count(chapters, 'chapter')}.`;
  return `To speak: ${count(segments, 'segment')}, ${stored} already spoken.`;
}

function scriptLine(event: ProgressEvent): string | undefined {
  if (event.type === 'script-step') return `Script of chapter ${event.chapter + 1}: ${event.action} (${event.reason})`;
  if (event.type === 'script-end') return `Script of chapter ${event.chapter + 1} “${event.title}”: ${event.origin}.`;
  return undefined;
}

function troubleLine(event: ProgressEvent): string | undefined {
  if (event.type === 'provider-wait') return `Waiting for the speech provider: ${event.reason}`;
  if (event.type === 'warning') return `Warning: ${event.message}`;
  if (event.type !== 'segment-retry') return undefined;
  return `Warning: trying again in ${(event.delayMs / 1000).toFixed(1)} s: ${event.reason}`;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
