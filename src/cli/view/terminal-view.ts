import { MultiBar, Presets } from 'cli-progress';
import type { SingleBar } from 'cli-progress';
import ora from 'ora';
import type { ProgressListener } from '../../core/progress.ts';
import { formatDuration } from './format-duration.ts';
import type { OutputStream } from '../host.ts';
import { eventLine } from './line-view.ts';
import type { ProgressView } from './progress-view.ts';

const barFormat = '{bar} {percentage} % | {left} left | {audio} spoken | {chapter}';

/** Progress on a terminal: a spinner while the length of the work is unknown, a bar with ETA while it is spoken. */
export function terminalView(stream: OutputStream): ProgressView {
  // discardStdin would swallow the terminal's Ctrl-C.
  const spinner = ora({ stream, text: 'Reading the book', discardStdin: false }).start();
  let bars: MultiBar | undefined;
  let bar: SingleBar | undefined;
  let chapters = 0;
  let seconds = 0;
  let pace = startPace(0);
  const close = (): void => {
    spinner.stop();
    bars?.stop();
    bars = undefined;
  };
  const say = (message: string): void => {
    if (bars) bars.log(`${message}\n`);
    else {
      spinner.clear();
      stream.write(`${message}\n`);
    }
  };
  const listener: ProgressListener = (event) => {
    const line = eventLine(event);
    if (line !== undefined) say(line);
    if (event.type === 'plan-made') {
      ({ chapters } = event);
      spinner.stop();
      bars = new MultiBar({ stream, format: barFormat, hideCursor: true, barsize: 24 }, Presets.shades_grey);
      bar = bars.create(event.characters, 0, { left: '…', audio: formatDuration(0), chapter: '' });
    } else if (event.type === 'chapter-start') {
      bar?.update({ chapter: `${event.chapter + 1}/${chapters} ${shorten(event.title, 40)}` });
    } else if (event.type === 'segment-spoken') {
      seconds += event.seconds;
      bar?.increment(event.characters, { left: pace.left(event), audio: formatDuration(seconds) });
    } else if (event.type === 'assembly-start') {
      close();
      spinner.start('Finishing the file');
    }
  };
  return { listener, say, warn: (message) => say(`Warning: ${message}`), close };
}

/** Reckons the time that is left from what was really spoken; what came from the store took no time. */
function startPace(total: number): { left: (event: { characters: number; stored: boolean }) => string } {
  const startedMs = performance.now();
  let done = 0;
  let spoken = 0;
  return {
    left({ characters, stored }) {
      done += characters;
      if (!stored) spoken += characters;
      if (spoken === 0) return '…';
      const msACharacter = (performance.now() - startedMs) / spoken;
      return formatDuration((Math.max(0, total - done) * msACharacter) / 1000);
    },
  };
}

function shorten(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
