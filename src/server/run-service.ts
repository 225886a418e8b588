import { once } from 'node:events';
import type { DestinationStream, Logger } from 'pino';
import type { Settings } from '../core/settings.ts';
import { SharedProvider } from '../pipeline/open/shared-provider.ts';
import { Callers } from './access/callers.ts';
import { Feeds } from './access/feeds.ts';
import { Grants } from './access/grants.ts';
import { LoginCodes } from './access/login-codes.ts';
import { TokenAttempts } from './access/token-attempts.ts';
import { Usage } from './access/usage.ts';
import type { RunWorkerOptions } from './cluster/worker/run-worker.ts';
import { createRedactor } from './errors/failure.ts';
import type { Redact } from './errors/failure.ts';
import { createApp } from './http/create-app.ts';
import { builtPage } from './http/page/web-page.ts';
import { PendingHandlers } from './http/pending-handlers.ts';
import { Uploads } from './http/uploads/uploads.ts';
import type { InboxOptions } from './inbox/job-inbox.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { SharedFeed } from './events/shared-feed.ts';
import { listen } from './listening.ts';
import type { ListenOptions } from './listening.ts';
import { createMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import type { Limits, Trust } from './server-settings.ts';
import { secretsOf, valuesOf } from './setting-values.ts';
import type { WorkerContext } from './worker/worker-messages.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** Options of `serve`. */
export interface ServeOptions extends ListenOptions {
  readonly settings: Settings;
  readonly version: string;
  /** Whether a token is required when other machines can connect. */
  readonly auth: boolean;
  /** Time for which running conversions may continue after the signal, in milliseconds. */
  readonly graceMs: number;
  readonly cacheFolder: string;
  /** The user's state folder, with measured speeds. */
  readonly stateFolder?: string | undefined;
  /** Path below which the service is reached through a proxy. Default: none. */
  readonly basePath?: string | undefined;
  /** Folder of the page, which may be missing. Default: the one that the build wrote. */
  readonly pageFolder?: string | undefined;
  /** File of the named tokens, which may be missing. */
  readonly tokensFile: string;
  /** Folder where books are dropped, each of which becomes a job. Default: none. */
  readonly inbox?: InboxOptions | undefined;
  /** Folder of audiobooks that are listed in the library, and only read. Default: none. */
  readonly library?: string | undefined;
  /** Address of the Redis server of a queue, whose workers run the jobs. Default: this process runs them. */
  readonly queue?: string | undefined;
  /** Works on the books of that queue, too. Default: others do. */
  readonly work?: Pick<RunWorkerOptions, 'concurrency' | 'providers'> | undefined;
  /** Emits `reload` when the tokens must be read again. */
  readonly reloads?: EventTarget | undefined;
  /** Receives JSON lines. */
  readonly log: DestinationStream;
  /** Stops the service. */
  readonly signal: AbortSignal;
  /** Makes a token for this run where other machines can connect and there is none. Default: `false`, which throws. */
  readonly makesToken?: boolean | undefined;
  /** Called with the address once the service listens. */
  readonly onListening: (url: string, access: ServiceAccess) => void;
}

/** How people get in. */
export interface ServiceAccess {
  /** Whether a token is needed. */
  readonly isRequired: boolean;
  /** The token that was made for this run. */
  readonly token?: string | undefined;
  /** Returns a new code that logs a page in, as `LoginCodes.issue`. */
  readonly newCode: () => string | undefined;
  /** Path of the feed of all books, below the address. Undefined where nobody has one before it is made in the page. */
  readonly feed?: string | undefined;
}

/** Options of `runService`. */
export interface RunOptions extends ServeOptions {
  readonly trust: Trust;
  readonly callers: Callers;
  /** The token that was made for this run. */
  readonly madeToken?: string | undefined;
  readonly limits: Limits;
  /** Holds the folders of jobs, and what the service remembers. */
  readonly folder: string;
  readonly logger: Logger;
  /** Aborted when the jobs may belong to another service by now. */
  readonly lockLost: AbortSignal;
}

/** The tools that jobs are made and run with. */
export interface JobTools extends RunOptions {
  readonly basePath: string;
  readonly redact: Redact;
  readonly metrics: Metrics;
  readonly workers: WorkerPool;
  readonly workerContext: WorkerContext;
  readonly usage: Usage;
}

/** The jobs of a service, and its background work. */
export interface OpenedJobs extends AsyncDisposable {
  readonly jobs: Jobs;
  readonly events: SharedFeed;
  /** Returns why the service cannot accept a book now, in plain sentences. Empty when it can. */
  readonly problems: () => Promise<readonly string[]>;
  /** Starts accepting jobs. */
  readonly start: () => void;
  /** Removes what is too old. */
  readonly sweep: () => Promise<void>;
  /** Background work until the signal. */
  readonly watch?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** Runs a service with the jobs that `openJobs` returns, until its signal. */
export async function runService(
  options: RunOptions,
  openJobs: (tools: JobTools) => Promise<OpenedJobs>,
): Promise<void> {
  const { settings, limits, folder, callers, logger, lockLost, basePath = '', pageFolder = builtPage() } = options;
  const redact = createRedactor(secretsOf(settings), [folder, options.cacheFolder]);
  const metrics = createMetrics();
  const speechOptions = { idleMs: speechIdleMs, atOnce: limits.conversionsAtOnce };
  await using speech = new SharedProvider('embedded', settings, speechOptions);
  await using workers = new WorkerPool(limits.conversionsAtOnce, limits.workerBytes);
  const grants = await Grants.open(folder, callers);
  const feeds = await Feeds.open(folder, callers);
  const usage = await Usage.open(folder, (owner) => callers.quotaOf(owner));
  const { cacheFolder, stateFolder } = options;
  const workerContext = { settings: valuesOf(settings), cacheFolder, stateFolder, limits };
  const tools = { ...options, basePath, redact, metrics, workers, workerContext, usage };
  await using opened = await openJobs(tools);
  const { jobs, events, problems } = opened;
  metrics.watchJobs(async () => await countsOrNone(jobs));
  const codes = new LoginCodes({ callers });
  const access = { pageFolder, attempts: new TokenAttempts({ logger }), grants, codes, feeds };
  const pending = new PendingHandlers();
  const uploads = new Uploads(limits.uploadsAtOnce);
  const app = createApp({ ...tools, ...access, uploads, jobs, events, problems, speech, pending });
  const listening = await listen(app, options, limits);
  reloadTokens(options, grants);
  const sweeping = sweepAtIntervals(opened, logger);
  opened.start();
  logger.info({ url: listening.url }, 'listening');
  options.onListening(listening.url, accessOf(options, codes));
  const ending = AbortSignal.any([options.signal, lockLost]);
  const watching = opened.watch?.(ending);
  if (!ending.aborted) await once(ending, 'abort');
  logger.info('stopping');
  await listening.stop({ jobs, events }, lockLost.aborted ? 0 : options.graceMs);
  // The sweep, the inbox and the handlers change the folder, which belongs to another service once this one has ended.
  await sweeping.stop();
  await watching;
  const left = await pending.settled(lastHandlersMs);
  if (left.length > 0) logger.error({ left }, 'stopped before all handlers had ended');
}

function accessOf({ callers, queue, madeToken: token }: RunOptions, codes: LoginCodes): ServiceAccess {
  const { isRequired } = callers;
  const feedToken = callers.feedToken();
  const query = feedToken === undefined ? '' : `?token=${feedToken}`;
  const hasFeed = queue === undefined && (feedToken !== undefined || !isRequired);
  return { isRequired, token, newCode: () => codes.issue(), feed: hasFeed ? `feed.xml${query}` : undefined };
}

/** Returns no counts when they cannot be read now, so that the other metrics are not held up. */
async function countsOrNone(jobs: Jobs): Promise<ReadonlyMap<string, number>> {
  try {
    return await jobs.counts();
  } catch {
    return new Map();
  }
}

/** Reads the tokens again at every `reload` until the service stops. With a broken file, the earlier ones stay. */
function reloadTokens({ reloads, callers, signal, logger }: RunOptions, grants: Grants): void {
  const reload = (event: Event): void => {
    event.preventDefault();
    Promise.all([callers.reload(), grants.reload()]).then(
      () => logger.info('tokens read again'),
      (err: unknown) => logger.error({ err }, 'cannot read the file of tokens: the earlier tokens stay'),
    );
  };
  reloads?.addEventListener('reload', reload, { signal });
}

/** Time for handlers to remove the files of requests that are over. */
const lastHandlersMs = 5000;

/** Time for which voices stay loaded after the last text, in milliseconds. */
const speechIdleMs = 300_000;

const sweepMs = 10 * 60 * 1000;

function sweepAtIntervals(jobs: OpenedJobs, logger: Logger): { readonly stop: () => Promise<void> } {
  let swept: Promise<void> = Promise.resolve();
  const sweep = (): void => {
    swept = jobs.sweep().catch((err: unknown) => logger.error({ err }, 'sweep failed'));
  };
  const timer = setInterval(sweep, sweepMs);
  sweep();
  return {
    async stop() {
      clearInterval(timer);
      await swept;
    },
  };
}
