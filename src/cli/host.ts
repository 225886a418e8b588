import type { SettingSource } from '../core/settings.ts';

/** A stream that people or scripts read. */
export type OutputStream = NodeJS.WriteStream;

/** The process, as `bin/` hands it over: the command line touches nothing else of it. */
export interface Host {
  /** Words after the program's name. */
  readonly argv: readonly string[];
  readonly environment: SettingSource;
  readonly workingFolder: string;
  /** The user's folders for settings and for what can be made again. */
  readonly configFolder: string;
  readonly cacheFolder: string;
  readonly stdin: NodeJS.ReadStream;
  /** Results, and nothing else. */
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
}
