import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { cliProgram } from './run-cli.ts';
import { testEnvironment } from './test-environment.ts';

/** A run of the program on a terminal. */
export interface TerminalRun {
  readonly code: number;
  /** Everything that was on the screen. */
  readonly screen: string;
}

/** Options of `runOnTerminal`. */
export interface TerminalOptions {
  /** Working folder and home of the run. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Width of the terminal. */
  readonly columns?: number | undefined;
  /** What is typed when a text is on the screen for the first time. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
}

/** Runs the program on a terminal of its own, which the program `script` provides. */
export async function runOnTerminal(args: readonly string[], options: TerminalOptions): Promise<TerminalRun> {
  const { folder, environment = {}, columns = 100, answers = {} } = options;
  const line = `stty cols ${columns} rows 30; exec "${process.execPath}" "${cliProgram}" ${args.join(' ')}`;
  const terminal = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_CACHE_HOME: path.join(folder, 'cache'),
      XDG_CONFIG_HOME: path.join(folder, 'config'),
      XDG_STATE_HOME: path.join(folder, 'cache', 'state'),
      ...testEnvironment,
      TERM: 'xterm',
      ...environment,
    },
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  const waiting = new Map(Object.entries(answers));
  let screen = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    for (const [question, answer] of waiting) {
      if (!screen.includes(question)) continue;
      waiting.delete(question);
      terminal.stdin.write(answer);
    }
  });
  const [code] = (await once(terminal, 'close')) as [number];
  return { code, screen };
}
