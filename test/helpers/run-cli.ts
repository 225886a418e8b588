import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { testEnvironment } from './test-environment.ts';

/** The outcome of a run of the program. */
export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of `runCli`. */
export interface CliOptions {
  /** Working folder and home of the run, so that settings and caches of the user are not used. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** A running program. */
export type CliProcess = ChildProcessByStdio<null, Readable, Readable> & { readonly result: Promise<CliResult> };

/** Path of the program. */
export const cliProgram = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));

/** Starts the program as a shell would, with only a PATH and a home in its environment. */
export function startCli(args: readonly string[], { folder, environment = {} }: CliOptions): CliProcess {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_STATE_HOME: path.join(folder, 'cache', 'state'),
    ...testEnvironment,
    ...environment,
  };
  const child = spawn(process.execPath, [cliProgram, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return Object.assign(child, { result: collect(child) });
}

/** Runs the program until it exits. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return await startCli(args, options).result;
}

async function collect(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CliResult> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
