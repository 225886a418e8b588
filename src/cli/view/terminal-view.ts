import { MultiBar, Presets } from 'cli-progress';
import type { SingleBar } from 'cli-progress';
import ora from 'ora';
import { formatDuration } from '../../core/strings/format-duration.ts';
import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import { timeLeft } from '../../core/time-left/time-left.ts';
import type { OutputStream } from '../process-context.ts';
import { encodeAgainText, eventLines, fileCheckText } from './event-lines.ts';
import { progressLine } from './progress-line.ts';
import type { ProgressView } from './stream-views.ts';
import { columnsFor, wrapLines, writeLines } from './write-lines.ts';

/** Options for drawing on a terminal. */
export interface TerminalViewOptions {
  /** Whether colours may be used. */
  readonly colors: boolean;
}

const now = (): number => performance.now();

/** Shows progress on a terminal: a spinner until the plan is made, then a bar with the time left. */
export function terminalView(stream: OutputStream, { colors }: TerminalViewOptions): ProgressView {
  // discardStdin would swallow Ctrl-C.
  const color = colors ? 'cyan' : false;
  const spinner = ora({ stream, text: 'Reading the book', color, discardStdin: false }).start();
  let bars: MultiBar | undefined;
  let bar: SingleBar | undefined;
  const eventLine = eventLines();
  const label = barLabel();
  const left = timeLeft(now);
  let seconds = 0;
  // Drawn several times a second, so that the time goes on and the width follows the terminal.
  const format = (_options: unknown, { progress }: { readonly progress: number }): string => {
    const detail = `${formatDuration(seconds)} spoken`;
    const shown = { share: progress, secondsLeft: left.seconds(), detail, label: label.text() };
    return progressLine(shown, columnsFor(stream));
  };
  const close = (): void => {
    spinner.stop();
    bars?.stop();
    bars = undefined;
  };
  const print = (message: string): void => {
    if (bars) bars.log(wrapLines(`${message}\n`, stream));
    else {
      spinner.clear();
      writeLines(stream, `${message}\n`);
    }
  };
  const onProgress: ProgressListener = (event) => {
    const line = eventLine(event);
    if (line !== undefined) print(line);
    label.count(event);
    left.count(event);
    if (event.type === 'plan-made') {
      spinner.stop();
      // The bar fits by itself. Without wrapping, long messages would be cut.
      bars = new MultiBar({ stream, format, hideCursor: true, linewrap: true }, Presets.shades_grey);
      bar = bars.create(event.characters, 0);
    } else if (event.type === 'segment-spoken') {
      seconds += event.seconds;
      bar?.increment(event.characters);
    } else if (event.type === 'assembly-start') {
      close();
      spinner.start('Finishing the output');
    } else if (event.type === 'encode-again') {
      spinner.text = encodeAgainText(event);
    } else if (event.type === 'file-check') {
      spinner.text = fileCheckText(event);
    }
  };
  return { onProgress, print, warn: (message) => print(`Warning: ${message}`), close };
}

/** Silence of a provider that is worth a word, in milliseconds. */
const silenceMs = 10_000;

/** Returns what the end of the bar says: the chapter, or what is waited for and for how long. */
function barLabel(): { readonly count: ProgressListener; readonly text: () => string } {
  let chapters = 0;
  let chapter = '';
  let lastMs = now();
  let waitingSinceMs: number | undefined;
  let pausedUntilMs = 0;
  const count = (event: ProgressEvent): void => {
    lastMs = now();
    if (event.type === 'plan-made') ({ chapters } = event);
    if (event.type === 'chapter-start') chapter = `${event.chapter + 1}/${chapters} ${event.title}`;
    if (event.type === 'provider-wait') waitingSinceMs = event.sinceMs;
    if (event.type === 'provider-pause') pausedUntilMs = now() + event.pauseMs;
    if (event.type === 'provider-ready' || event.type === 'segment-spoken') waitingSinceMs = undefined;
  };
  const text = (): string => {
    if (waitingSinceMs !== undefined) return `waiting for the provider for ${since(Date.now() - waitingSinceMs)}`;
    const pauseMs = pausedUntilMs - now();
    if (pauseMs > 0) return `pause of the provider: ${since(pauseMs)}`;
    const silent = now() - lastMs;
    return silent < silenceMs ? chapter : `waiting for speech for ${since(silent)}`;
  };
  return { count, text };
}

function since(ms: number): string {
  return formatDuration(ms / 1000);
}
