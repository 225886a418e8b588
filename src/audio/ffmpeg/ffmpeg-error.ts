import { AudiobookError, systemCode } from '../../core/errors.ts';
import { ProgramError } from '../../core/process/program-error.ts';
import type { Ffmpeg } from './ffmpeg.ts';

const maxStderrLines = 3;

/** Returns the error for a failed run: `tool-missing`, `output-failed` on a full disk, otherwise `media-failed`. */
export function ffmpegError(thrown: unknown, ffmpeg: Ffmpeg): AudiobookError {
  if (thrown instanceof AudiobookError) return thrown;
  if (!(thrown instanceof ProgramError)) return mediaFailed(String(thrown), '', thrown);
  if (thrown.failure === 'not-started') {
    return (
      startError(thrown) ?? new AudiobookError('tool-missing', `Cannot start ffmpeg: ${ffmpeg.path}`, { cause: thrown })
    );
  }
  if (/No space left on device|Disk quota exceeded/u.test(thrown.stderr)) {
    return new AudiobookError('output-failed', 'No space left for the audio file.', { cause: thrown });
  }
  return mediaFailed(thrown.message, thrown.stderr, thrown);
}

/** What the machine has too little of to start any program. */
const shortages = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

/** Returns the error for an ffmpeg that may well be there, but which the machine could not start, or undefined. */
export function startError(thrown: unknown): AudiobookError | undefined {
  const code = systemCode(thrown) ?? '';
  if (!shortages.has(code)) return undefined;
  const reason = `the system has too many open files or processes, or too little memory (${code})`;
  const message = `ffmpeg cannot be started: ${reason}. Raise the limits, for example with ulimit -n 1024.`;
  return new AudiobookError('output-failed', message, { cause: thrown });
}

/** Returns a `media-failed` error with the last lines that ffmpeg wrote. */
export function mediaFailed(reason: string, stderr = '', cause?: unknown): AudiobookError {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const end = lines.slice(-maxStderrLines).join('\n');
  return new AudiobookError('media-failed', end === '' ? `${reason}.` : `${reason}: ${end}`, { cause });
}
