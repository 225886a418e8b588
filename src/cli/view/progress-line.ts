import { columnsOf } from './columns-of.ts';
import { formatDuration } from '../../core/strings/format-duration.ts';

/** The values that a progress bar shows. */
export interface ShownProgress {
  /** 0 to 1. */
  readonly share: number;
  /** Undefined before it is known. */
  readonly secondsLeft: number | undefined;
  /** What is left out first. */
  readonly detail: string;
  /** The chapter or file, or what is waited for. */
  readonly label: string;
}

const maxLabel = 40;
const minLabel = 8;
const bars = { wide: 24, narrow: 10 };

/** Returns the line of a bar that fits a terminal: what matters least is left out first. */
export function progressLine({ share, secondsLeft, detail, label }: ShownProgress, columns: number): string {
  const left = leftText(secondsLeft);
  const percent = `${Math.floor(share * 100)} %`;
  const lines = [
    [`${bar(share, bars.wide)} ${percent}`, left, detail],
    [`${bar(share, bars.narrow)} ${percent}`, left],
    [percent, left],
  ].map((parts) => parts.join(' | '));
  // The last column stays free: some terminals wrap when it is written.
  const room = columns - 1;
  const line = lines.find((one) => columnsOf(one) + 3 + minLabel <= room);
  if (line === undefined) return cutToWidth(lines.at(-1) ?? '', room);
  return label === '' ? line : `${line} | ${cutToWidth(label, Math.min(maxLabel, room - columnsOf(line) - 3))}`;
}

/** Returns the time left in words, also before it is known. */
export function leftText(seconds: number | undefined): string {
  return `${seconds === undefined ? '…' : formatDuration(seconds)} left`;
}

function bar(share: number, size: number): string {
  const done = Math.round(Math.min(1, share) * size);
  return '▓'.repeat(done) + '░'.repeat(size - done);
}

/** Returns the beginning of a text that takes no more columns, with an ellipsis when something is left out. */
export function cutToWidth(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (columnsOf(cut + segment) > columns - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}
