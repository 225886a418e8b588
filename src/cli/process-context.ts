import type { SettingSource } from '../core/settings.ts';

/** A stream for a person or a script. */
export type OutputStream = NodeJS.WriteStream;

/** The parts of the process that the command line uses. `bin/` passes them in. */
export interface ProcessContext {
  /** Words after the name of the program. */
  readonly argv: readonly string[];
  readonly environment: SettingSource;
  readonly workingFolder: string;
  readonly configFolder: string;
  readonly cacheFolder: string;
  /** Keeps what the program remembers of its runs. */
  readonly stateFolder: string;
  readonly stdin: NodeJS.ReadStream;
  /** Takes results and nothing else. */
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /** Where books were fetched from, by their files. */
  readonly addresses?: ReadonlyMap<string, string> | undefined;
  /** Emits `reload` on SIGHUP. A listener that cancels the event keeps the program running. */
  readonly reloads?: EventTarget | undefined;
}
