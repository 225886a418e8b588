import { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { FfmpegCommand } from 'fluent-ffmpeg';
import { canceled, systemCode, throwIfCanceled } from '../../core/errors.ts';
import { killChild } from '../../core/process/kill-child.ts';
import { ProgramError } from '../../core/process/program-error.ts';
import { runProgram } from '../../core/process/run-program.ts';
import { quietOptions, reproducibleOptions } from './ffmpeg.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { ffmpegError, mediaFailed } from './ffmpeg-error.ts';
import { watchForHang } from './watch-for-hang.ts';

/** Options of `convertFile`. */
export interface FileConversion {
  readonly ffmpeg: Ffmpeg;
  /** Files to read, by absolute paths. */
  readonly inputs: readonly [string, ...string[]];
  /** Options of the first input. */
  readonly inputOptions?: readonly string[] | undefined;
  readonly outputOptions: readonly string[];
  /** An absolute path. */
  readonly output: string;
  readonly signal: AbortSignal;
}

/** A killed process that is stuck in the kernel is left behind after this time. */
const maxKillMs = 5000;

/**
 * Converts files to another file with fluent-ffmpeg. Throws as `startFfmpeg` does. fluent-ffmpeg keeps one program per
 * process, so conversions that run at the same time must use the same one.
 */
export async function convertFile(conversion: FileConversion): Promise<void> {
  const { ffmpeg, output, signal } = conversion;
  throwIfCanceled(signal);
  const hang = new AbortController();
  const endWatch = watchForHang(
    () => statSync(output, { throwIfNoEntry: false })?.size ?? 0,
    () => hang.abort(mediaFailed('ffmpeg hangs')),
  );
  const stop = AbortSignal.any([signal, hang.signal]);
  try {
    // fluent-ffmpeg throws where nothing can catch it when no process can be started, for example without free file handles.
    await runProgram(ffmpeg.path, ['-version'], { signal: stop });
    await run(await commandFor(conversion), stop);
  } catch (thrown) {
    throwIfCanceled(stop);
    throw ffmpegError(thrown, ffmpeg);
  } finally {
    endWatch();
  }
  throwIfCanceled(stop);
}

async function commandFor({
  ffmpeg,
  inputs: [first, ...more],
  inputOptions = [],
  outputOptions,
  output,
}: FileConversion): Promise<FfmpegCommand> {
  const { default: fluent } = await import('fluent-ffmpeg');
  const command = fluent(first).setFfmpegPath(ffmpeg.path);
  command.inputOptions(...quietOptions, ...inputOptions);
  for (const input of more) command.input(input);
  return command.output(output).outputOptions(...reproducibleOptions, ...outputOptions);
}

/** Runs the command to its end, or kills it after an abort. Rejects with a `ProgramError` when it fails. */
async function run(command: FfmpegCommand, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const notStarted = (cause: unknown): void =>
      reject(new ProgramError('not-started', 'ffmpeg cannot be started', { cause }));
    command.on('start', () => {
      const child = processOf(command);
      // fluent-ffmpeg throws in its own listener when the program is missing.
      if (child?.pid === undefined) child?.removeAllListeners('error').once('error', notStarted);
      // It ignores a kill before the start.
      if (signal.aborted) killChild(child, 'SIGKILL');
    });
    command.on('end', () => resolve());
    command.on('error', (error: Error, _stdout: string | null, stderr: string | null) => {
      if (systemCode(error) !== undefined) notStarted(error);
      else reject(new ProgramError('exited', reasonOf(error), { stderr: stderr ?? '', cause: error }));
    });
    signal.addEventListener('abort', () => {
      killChild(processOf(command), 'SIGKILL');
      setTimeout(() => reject(canceled(signal)), maxKillMs).unref();
    });
    command.run();
  });
}

function processOf(command: FfmpegCommand): ChildProcess | undefined {
  return 'ffmpegProc' in command && command.ffmpegProc instanceof ChildProcess ? command.ffmpegProc : undefined;
}

/** The message without the lines of standard error that fluent-ffmpeg adds. */
function reasonOf({ message }: Error): string {
  return /^ffmpeg (?:exited with code \d+|was killed with signal \w+)/u.exec(message)?.[0] ?? message;
}
