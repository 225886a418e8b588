import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Host } from '../../src/cli/host.ts';
import type { CliResult } from './run-cli.ts';

interface InProcessOptions {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Draw as on a terminal of so many columns. */
  readonly terminal?: number;
  readonly signal?: AbortSignal;
}

/** Runs a command line in this process, over the host that `bin/` would hand over. */
export async function inProcessCli(argv: readonly string[], options: InProcessOptions): Promise<CliResult> {
  const { folder, environment = {}, terminal, signal = new AbortController().signal } = options;
  const stdout = new Capture(undefined);
  const stderr = new Capture(terminal);
  const host = {
    argv,
    environment: { KOKORO_API_URL: 'http://127.0.0.1:9/v1', ...environment },
    workingFolder: folder,
    configFolder: path.join(folder, 'config'),
    cacheFolder: path.join(folder, 'cache'),
    stdin: Readable.from([]),
    stdout,
    stderr,
    signal,
  };
  const code = await main(host as unknown as Host);
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** Takes what is written, and can look like a terminal. */
class Capture extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  readonly rows = 30;

  constructor(columns: number | undefined) {
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
