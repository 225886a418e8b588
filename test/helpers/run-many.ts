import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CliOptions, CliResult } from './run-cli.ts';
import { testEnvironment } from './test-environment.ts';

/** A command line. */
export interface ManyRun {
  readonly argv: readonly string[];
  /** Stops the run when it has printed this. */
  readonly stopAt?: string | undefined;
  /** Standard input. Default: empty. */
  readonly input?: string | undefined;
}

const script = fileURLToPath(new URL('run-many.mjs', import.meta.url));

/** Runs command lines with the built program, one after the other in one process, which starts once. */
export async function runMany(
  runs: readonly ManyRun[],
  { folder, environment = {} }: CliOptions,
): Promise<readonly CliResult[]> {
  const env = { PATH: process.env['PATH'], HOME: folder, ...testEnvironment, ...environment };
  const child = spawn(process.execPath, [script], { cwd: folder, env, stdio: 'pipe' });
  child.stdin.end(JSON.stringify(runs));
  const [output, errors, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (output === '') throw new Error(`The runs ended with ${ended.join(' ')} and no results: ${errors}`);
  return JSON.parse(output) as CliResult[];
}
