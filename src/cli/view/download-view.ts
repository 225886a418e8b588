import { Presets, SingleBar } from 'cli-progress';
import { formatDuration } from '../../core/strings/format-duration.ts';
import type { VoiceInstallEvent } from '../../pipeline/voices/install-voices.ts';
import type { OutputStream } from '../process-context.ts';
import { formatSize } from './format-size.ts';
import { leftText, progressLine } from './progress-line.ts';
import { columnsFor, writeLines } from './write-lines.ts';

/** Shows the downloads of voices. */
export interface DownloadView {
  readonly onEvent: (event: VoiceInstallEvent) => void;
  /** Removes the bar from the screen. Can be called twice. */
  readonly close: () => void;
}

type DownloadEvent = Extract<VoiceInstallEvent, { type: 'download' }>;

/** How fast a download is, and how long it still takes: undefined before it is known. */
interface Measured {
  readonly bytesPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

/** Draws a download. */
interface Drawing {
  readonly draw: (event: DownloadEvent, measured: Measured, isNew: boolean) => void;
  readonly close: () => void;
}

/** Opens a view: a bar with speed and time left on a terminal, a line for every tenth in a log, nothing when `quiet`. */
export function downloadView(
  stream: OutputStream,
  { quiet = false }: { readonly quiet?: boolean | undefined },
): DownloadView {
  if (quiet) return { onEvent: () => undefined, close: () => undefined };
  const { draw, close } = stream.isTTY && stream.columns !== 0 ? bars(stream) : lines(stream);
  let shown = '';
  let measure = measureDownload();
  const onEvent = (event: VoiceInstallEvent): void => {
    if (event.type !== 'download') {
      close();
      writeLines(stream, `${noticeOf(event)}\n`);
      return;
    }
    const isNew = event.name !== shown;
    if (isNew) measure = measureDownload();
    shown = event.name;
    draw(event, measure(event), isNew);
  };
  return { onEvent, close };
}

/** Silence of a server that is worth a word, in milliseconds. */
const silenceMs = 5000;

function bars(stream: OutputStream): Drawing {
  let bar: SingleBar | undefined;
  let last: DownloadEvent | undefined;
  let measured: Measured | undefined;
  let lastMs = 0;
  const close = (): void => {
    bar?.stop();
    bar = undefined;
  };
  // Drawn several times a second, so that a silence is seen and the width follows the terminal.
  const format = (_options: unknown, { progress }: { readonly progress: number }): string => {
    const silent = performance.now() - lastMs;
    const size = `${speedOf(measured)} of ${formatSize(last?.totalBytes ?? 0)}`;
    const label = silent < silenceMs ? (last?.name ?? '') : `no data for ${formatDuration(silent / 1000)}`;
    return progressLine(
      { share: progress, secondsLeft: measured?.secondsLeft, detail: size, label },
      columnsFor(stream),
    );
  };
  const draw: Drawing['draw'] = (event, speed, isNew) => {
    [last, measured, lastMs] = [event, speed, performance.now()];
    if (bar === undefined || isNew) {
      close();
      // A bar that stops, at a retry too, leaves no line behind.
      bar = new SingleBar({ stream, format, hideCursor: true, clearOnComplete: true }, Presets.shades_grey);
      bar.start(event.totalBytes, event.bytes);
    }
    bar.update(event.bytes);
  };
  return { draw, close };
}

function speedOf(measured: Measured | undefined): string {
  return measured?.bytesPerSecond === undefined ? '…' : `${formatSize(measured.bytesPerSecond)}/s`;
}

function lines(stream: OutputStream): Drawing {
  let tenth = 0;
  const draw: Drawing['draw'] = ({ name, bytes, totalBytes }, measured, isNew) => {
    const reached = Math.floor((10 * bytes) / totalBytes);
    if (isNew) stream.write(`Downloading ${name}: ${formatSize(totalBytes)}\n`);
    else if (reached > tenth && reached < 10) {
      const left = leftText(measured.secondsLeft);
      stream.write(`${name}: ${reached * 10} % of ${formatSize(totalBytes)}, ${speedOf(measured)}, ${left}\n`);
    }
    tenth = reached;
  };
  return { draw, close: () => undefined };
}

function noticeOf(event: Exclude<VoiceInstallEvent, { type: 'download' }>): string {
  if (event.type === 'wait') return `Waiting for another process that installs ${event.name}`;
  if (event.type === 'prepare') return `Preparing ${event.name}`;
  if (event.type === 'measure') return `Measuring the speed of ${event.name} on this machine`;
  if (event.type === 'problem')
    return `Warning: ${event.name} is installed, but it cannot speak here: ${event.message}`;
  const { delayMs, error } = event.notice;
  return `Warning: Retrying in ${(delayMs / 1000).toFixed(1)} s: ${error.message}`;
}

/** Speed is that of the last seconds: a resumed download begins with bytes that took no time. */
const windowMs = 8000;
const sampleMs = 100;
const unknown: Measured = { bytesPerSecond: undefined, secondsLeft: undefined };

/** Returns a function that gives the speed and the time left of a download. */
function measureDownload(): (event: DownloadEvent) => Measured {
  let samples: { readonly ms: number; readonly bytes: number }[] = [];
  return ({ bytes, totalBytes }) => {
    const ms = performance.now();
    if (ms - (samples.at(-1)?.ms ?? 0) >= sampleMs) {
      samples = [...samples.filter((sample) => ms - sample.ms < windowMs), { ms, bytes }];
    }
    const [first = { ms, bytes }] = samples;
    const bytesPerSecond = (1000 * (bytes - first.bytes)) / (ms - first.ms);
    if (!Number.isFinite(bytesPerSecond) || bytesPerSecond <= 0) return unknown;
    return { bytesPerSecond, secondsLeft: (totalBytes - bytes) / bytesPerSecond };
  };
}
