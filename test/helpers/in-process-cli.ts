import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { ProcessContext } from '../../src/cli/process-context.ts';
import type { CliResult } from './run-cli.ts';
import { shareReadings } from './shared-readings.ts';
import { testEnvironment } from './test-environment.ts';

interface InProcessOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Simulates a terminal with this many columns. Default: no terminal. */
  readonly terminal?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Reads every book anew, for tests of the store of books. */
  readonly hasOwnReadings?: boolean | undefined;
  /** Gets the output, for those who look at it while the command runs. */
  readonly stdout?: Capture | undefined;
}

/** Runs a command line in this process, with a stand-in for what `bin/` passes to `main`. */
export async function inProcessCli(argv: readonly string[], options: InProcessOptions): Promise<CliResult> {
  const { folder, environment = {}, terminal, signal = new AbortController().signal } = options;
  const { stdout = new Capture() } = options;
  const stderr = new Capture(terminal);
  if (!options.hasOwnReadings) shareReadings(path.join(folder, 'cache'));
  const context = {
    argv,
    environment: {
      ...testEnvironment,
      AUDIOBOOK_DATA_DIR: path.join(folder, 'data'),
      ...environment,
    },
    workingFolder: folder,
    configFolder: path.join(folder, 'config'),
    cacheFolder: path.join(folder, 'cache'),
    stateFolder: path.join(folder, 'cache', 'state'),
    stdin: Readable.from([]),
    stdout,
    stderr,
    signal,
  };
  const code = await main(context as unknown as ProcessContext);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Collects the output, and can simulate a terminal. */
export class Capture extends Writable {
  text = '';
  readonly isTTY: boolean;
  columns: number | undefined;
  readonly rows = 30;

  constructor(columns?: number) {
    super();
    this.isTTY = columns !== undefined;
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }

  clearLine(): boolean {
    return true;
  }

  cursorTo(): boolean {
    return true;
  }

  moveCursor(): boolean {
    return true;
  }
}
