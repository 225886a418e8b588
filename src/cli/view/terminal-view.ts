import { MultiBar, Presets } from 'cli-progress';
import type { SingleBar } from 'cli-progress';
import ora from 'ora';
import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import type { OutputStream } from '../process-context.ts';
import { formatDuration } from '../../core/format-duration.ts';
import { encodeAgainText, eventLines, fileCheckText } from './event-lines.ts';
import type { ProgressView } from './progress-view.ts';

const barFormat = '{bar} {percentage} % | {left} left | {audio} spoken | {chapter}';

/** Shows progress on a terminal: a spinner until the plan is made, then a bar with the time left. */
export function terminalView(stream: OutputStream): ProgressView {
  // discardStdin would swallow Ctrl-C.
  const spinner = ora({ stream, text: 'Reading the book', discardStdin: false }).start();
  let bars: MultiBar | undefined;
  let bar: SingleBar | undefined;
  const eventLine = eventLines();
  const barLabel = barLabels(stream);
  let seconds = 0;
  let timeLeft = timeLeftEstimator(0);
  const close = (): void => {
    spinner.stop();
    bars?.stop();
    bars = undefined;
  };
  const print = (message: string): void => {
    if (bars) bars.log(`${message}\n`);
    else {
      spinner.clear();
      stream.write(`${message}\n`);
    }
  };
  const onProgress: ProgressListener = (event) => {
    const line = eventLine(event);
    if (line !== undefined) print(line);
    const label = barLabel(event);
    if (label !== undefined) bar?.update({ chapter: label });
    if (event.type === 'plan-made') {
      timeLeft = timeLeftEstimator(event.characters);
      spinner.stop();
      bars = new MultiBar({ stream, format: barFormat, hideCursor: true, barsize: 24 }, Presets.shades_grey);
      bar = bars.create(event.characters, 0, { left: '…', audio: formatDuration(0), chapter: '' });
    } else if (event.type === 'segment-spoken') {
      seconds += event.seconds;
      bar?.increment(event.characters, { left: timeLeft(event), audio: formatDuration(seconds) });
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

/** Returns a function that gives the text at the end of the bar when an event changes it. */
function barLabels({ columns }: OutputStream): (event: ProgressEvent) => string | undefined {
  // The bar and its figures take up to 72 columns. A longer line would be torn by the terminal.
  const titleLength = Math.max(8, Math.min(40, columns - 72));
  let chapters = 0;
  let chapter = '';
  return (event) => {
    if (event.type === 'plan-made') ({ chapters } = event);
    if (event.type === 'chapter-start')
      chapter = `${event.chapter + 1}/${chapters} ${shorten(event.title, titleLength)}`;
    if (event.type === 'provider-wait') {
      return `waiting for the provider for ${formatDuration((Date.now() - event.sinceMs) / 1000)}`;
    }
    return event.type === 'chapter-start' || event.type === 'provider-ready' ? chapter : undefined;
  };
}

/** Returns a function that estimates the time left after each segment. Segments from the cache take no time. */
function timeLeftEstimator(totalCharacters: number): (event: { characters: number; stored: boolean }) => string {
  const startedMs = performance.now();
  let done = 0;
  let synthesized = 0;
  return ({ characters, stored }) => {
    done += characters;
    if (!stored) synthesized += characters;
    if (synthesized === 0) return '…';
    const msPerCharacter = (performance.now() - startedMs) / synthesized;
    return formatDuration((Math.max(0, totalCharacters - done) * msPerCharacter) / 1000);
  };
}

function shorten(text: string, maxLength: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`;
}
