import type { ErrorCode } from '../../core/errors.ts';
import type { SpaceNeed } from '../../core/files/require-space.ts';
import type { ProgressEvent } from '../../core/progress.ts';
import type { PartRange } from '../../pipeline/speak/split-speech.ts';
import type { PlanRequest } from '../../pipeline/plan/plan-conversion.ts';
import type { SayRequest } from '../../pipeline/say/say-text.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { ProviderCall } from '../metrics.ts';
import type { Limits } from '../server-settings.ts';

/** A step of a job. */
export type JobTask = {
  readonly record: JobRecord;
  readonly paths: JobPaths;
  /** Password of the book; never written to disk. */
  readonly password: string | undefined;
} & (
  | { readonly type: 'convert' }
  | { readonly type: 'split'; readonly partCharacters: number }
  | { readonly type: 'speak'; readonly part: PartRange }
  /** Writes the scripts of chapters, by their indexes in the book. */
  | { readonly type: 'scripts'; readonly chapters: readonly number[] }
);

/** A request to a worker: plain data, because it is copied to another process. */
export interface WorkerRequest extends WorkerContext {
  readonly task:
    | JobTask
    | {
        readonly type: 'plan';
        readonly request: PlanRequest;
      }
    | {
        readonly type: 'sample';
        readonly request: Omit<SayRequest, 'signal'>;
      };
}

/** Options that all workers of a service share. */
export interface WorkerContext {
  /** Values of all settings, by name. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly cacheFolder: string;
  readonly stateFolder?: string | undefined;
  readonly limits: Pick<Limits, 'bookBytes' | 'bookEntries' | 'ebookConvert'>;
}

/** Events of a worker while it works. */
export type WorkerEvent =
  | { readonly type: 'progress'; readonly event: ProgressEvent }
  | { readonly type: 'provider'; readonly id: string; readonly byDefault: boolean }
  | ({ readonly type: 'call' } & ProviderCall);

/** Any message of a worker. The first one about a request is `started`. */
export type WorkerMessage<Value> = { readonly type: 'started' } | WorkerEvent | WorkerResult<Value>;

/** Last message about a request. `at` has the lines of the error's stack, `space` what was missing on a disk, `memoryBytes` the resident memory of the process. */
export type WorkerResult<Value> = { readonly memoryBytes: number } & (
  | { readonly type: 'done'; readonly value: Value }
  | {
      readonly type: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly at: readonly string[];
      readonly space?: SpaceNeed | undefined;
    }
);
