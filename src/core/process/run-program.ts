import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { throwIfCanceled } from '../errors.ts';
import { ProgramError } from './program-error.ts';
import { startProgram } from './start-program.ts';
import type { ProgramOptions, RunningProgram } from './start-program.ts';

/** Options of `runProgram`. */
export interface RunOptions extends ProgramOptions {
  /** Standard input. Default: empty. */
  readonly input?: string | Uint8Array | Readable | undefined;
  /** Kills the program when it writes more to its standard output. Default: 64 MiB. */
  readonly maxOutputBytes?: number | undefined;
}

/** Everything that a program wrote. */
export interface ProgramOutput {
  readonly stdout: Buffer;
  /** The last 8192 characters of its standard error. */
  readonly stderr: string;
}

const defaultMaxOutputBytes = 64 * 1024 * 1024;

/** Runs a program to its end and returns what it wrote. Rejects as `RunningProgram.ended` does. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, maxOutputBytes = defaultMaxOutputBytes, ...options }: RunOptions = {},
): Promise<ProgramOutput> {
  if (options.signal) throwIfCanceled(options.signal);
  await using running = startProgram(program, args, options);
  const chunks: Buffer[] = [];
  let size = 0;
  running.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxOutputBytes) chunks.push(chunk);
    else void running.stop(new ProgramError('too-much-output', `${program} wrote more than ${maxOutputBytes} bytes`));
  });
  feed(running, input);
  const stderr = await running.ended;
  return { stdout: Buffer.concat(chunks), stderr };
}

function feed(running: RunningProgram, input: RunOptions['input']): void {
  if (input === undefined || typeof input === 'string' || input instanceof Uint8Array) {
    running.stdin.end(input);
    return;
  }
  pipeline(input, running.stdin).catch(() => {
    if (input.errored) void running.stop(input.errored);
  });
}
