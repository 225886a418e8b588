import type { SharedProvider } from '../../pipeline/open/shared-provider.ts';
import type { Settings } from '../../core/settings.ts';
import type { Callers } from '../access/callers.ts';
import type { Feeds } from '../access/feeds.ts';
import type { Grants } from '../access/grants.ts';
import type { LoginCodes } from '../access/login-codes.ts';
import type { TokenAttempts } from '../access/token-attempts.ts';
import type { Usage } from '../access/usage.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { SharedFeed } from '../events/shared-feed.ts';
import type { Uploads } from './uploads/uploads.ts';
import type { Metrics } from '../metrics.ts';
import type { Limits, Trust } from '../server-settings.ts';
import type { WorkerPool } from '../worker/worker-pool.ts';
import type { WorkerContext } from '../worker/worker-messages.ts';

/** Parts of the service that the handlers use. */
export interface Service {
  readonly version: string;
  readonly settings: Settings;
  readonly limits: Limits;
  readonly workers: WorkerPool;
  readonly workerContext: WorkerContext;
  readonly callers: Callers;
  readonly attempts: TokenAttempts;
  readonly grants: Grants;
  readonly codes: LoginCodes;
  readonly feeds: Feeds;
  readonly usage: Usage;
  readonly trust: Trust;
  readonly jobs: Jobs;
  /** Address of the queue that other machines work on. Undefined when this one runs its jobs itself. */
  readonly queue?: string | undefined;
  /** Events of all jobs. */
  readonly events: SharedFeed;
  readonly uploads: Uploads;
  readonly metrics: Metrics;
  /** Returns why the service cannot accept a book now, in plain sentences. Empty when it can. */
  readonly problems: () => Promise<readonly string[]>;
  /** The embedded voices, for texts. */
  readonly speech: SharedProvider;
}
