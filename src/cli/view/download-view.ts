import { Presets, SingleBar } from 'cli-progress';
import { formatDuration } from '../../core/strings/format-duration.ts';
import type { VoiceInstallEvent } from '../../pipeline/voices/install-voices.ts';
import type { OutputStream } from '../process-context.ts';
import { formatSize } from './format-size.ts';

/** Shows the downloads of voices. */
export interface DownloadView {
  readonly onEvent: (event: VoiceInstallEvent) => void;
  /** Removes the bar from the screen. Can be called twice. */
  readonly close: () => void;
}

type DownloadEvent = Extract<VoiceInstallEvent, { type: 'download' }>;

/** How fast a download is, and how long it still takes, as texts. */
interface Measured {
  readonly speed: string;
  readonly left: string;
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
      stream.write(`${noticeOf(event)}\n`);
      return;
    }
    const isNew = event.name !== shown;
    if (isNew) measure = measureDownload();
    shown = event.name;
    draw(event, measure(event), isNew);
  };
  return { onEvent, close };
}

const barFormat = '{bar} {percentage} % of {size} | {speed}/s | {left} left | {name}';

function bars(stream: OutputStream): Drawing {
  let bar: SingleBar | undefined;
  const close = (): void => {
    bar?.stop();
    bar = undefined;
  };
  const draw: Drawing['draw'] = ({ name, bytes, totalBytes }, measured, isNew) => {
    if (bar === undefined || isNew) {
      close();
      // A bar that stops, at a retry too, leaves no line behind.
      const look = { format: barFormat, hideCursor: true, barsize: 24, clearOnComplete: true };
      bar = new SingleBar({ stream, ...look }, Presets.shades_grey);
      bar.start(totalBytes, bytes, { ...measured, size: formatSize(totalBytes), name });
    }
    bar.update(bytes, measured);
  };
  return { draw, close };
}

function lines(stream: OutputStream): Drawing {
  let tenth = 0;
  const draw: Drawing['draw'] = ({ name, bytes, totalBytes }, { speed, left }, isNew) => {
    const reached = Math.floor((10 * bytes) / totalBytes);
    if (isNew) stream.write(`Downloading ${name}: ${formatSize(totalBytes)}\n`);
    else if (reached > tenth && reached < 10) {
      stream.write(`${name}: ${reached * 10} % of ${formatSize(totalBytes)}, ${speed}/s, ${left} left\n`);
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

/** Returns a function that gives the speed and the time left of a download. */
function measureDownload(): (event: DownloadEvent) => Measured {
  let samples: { readonly ms: number; readonly bytes: number }[] = [];
  return ({ bytes, totalBytes }) => {
    const ms = performance.now();
    if (ms - (samples.at(-1)?.ms ?? 0) >= sampleMs) {
      samples = [...samples.filter((sample) => ms - sample.ms < windowMs), { ms, bytes }];
    }
    const [first = { ms, bytes }] = samples;
    const bytesPerMs = (bytes - first.bytes) / (ms - first.ms);
    if (!Number.isFinite(bytesPerMs) || bytesPerMs <= 0) return { speed: '…', left: '…' };
    return {
      speed: formatSize(bytesPerMs * 1000),
      left: formatDuration((totalBytes - bytes) / bytesPerMs / 1000),
    };
  };
}
