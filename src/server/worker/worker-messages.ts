import type { ErrorCode } from '../../core/errors.ts';
import type { ProgressEvent } from '../../core/progress.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { Reading } from './reading-of.ts';
import type { ProviderCall } from '../metrics.ts';
import type { Limits } from '../server-settings.ts';

/** What a thread of its own is to do with a book; plain data. */
export interface WorkerRequest extends WorkerContext {
  readonly task:
    | {
        readonly type: 'convert';
        readonly record: JobRecord;
        readonly paths: JobPaths;
        /** Of the book; on no disk. */
        readonly password: string | undefined;
      }
    | {
        readonly type: 'plan';
        readonly bookFile: string;
        readonly reading: Reading;
        readonly provider: string | undefined;
        readonly maxChapters: number | undefined;
      };
}

/** What all threads of a service are given. */
export interface WorkerContext {
  /** Values of all settings, by name. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly cacheFolder: string;
  readonly limits: Pick<Limits, 'bookBytes' | 'bookEntries'>;
}

/** What the thread tells on its way. */
export type WorkerEvent =
  | { readonly type: 'progress'; readonly event: ProgressEvent }
  | { readonly type: 'provider'; readonly id: string; readonly byDefault: boolean }
  | ({ readonly type: 'call' } & ProviderCall);

/** What the thread says at its end; `at` is where an error came from. */
export type WorkerResult<Value> =
  | { readonly type: 'done'; readonly value: Value }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string; readonly at: readonly string[] };
