import { once } from 'node:events';
import type { DestinationStream, Logger } from 'pino';
import { AudiobookError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { SharedProvider } from '../pipeline/tools/shared-provider.ts';
import { cacheFolderSetting } from '../pipeline/tools/settings.ts';
import { Callers } from './access/callers.ts';
import { Feeds } from './access/feeds.ts';
import { Grants } from './access/grants.ts';
import { TokenAttempts } from './access/token-attempts.ts';
import { Usage } from './access/usage.ts';
import { AllEvents } from './events/all-events.ts';
import { createApp } from './http/create-app.ts';
import { builtPage } from './http/page/web-page.ts';
import { PendingHandlers } from './http/pending-handlers.ts';
import { createRedactor } from './errors/failure.ts';
import { Uploads } from './http/uploads/uploads.ts';
import { JobInbox } from './inbox/job-inbox.ts';
import type { InboxOptions } from './inbox/job-inbox.ts';
import { isLoopback } from './http/access/check-host.ts';
import { JobAges } from './jobs/job-ages.ts';
import { openJobsFolder, readJobRecords } from './jobs/jobs-folder.ts';
import type { Job, JobOutcome } from './jobs/job.ts';
import { Jobs } from './jobs/jobs.ts';
import { runJob } from './worker/run-job.ts';
import { WorkerPool } from './worker/worker-pool.ts';
import { lockFolder } from './jobs/lock-folder.ts';
import { openLog } from './errors/open-log.ts';
import { listen } from './listening.ts';
import type { ListenOptions } from './listening.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { createMetrics } from './metrics.ts';
import { jobsFolderFrom, limitsFrom, trustFrom } from './server-settings.ts';
import { secretsOf, valuesOf } from './setting-values.ts';
import type { Limits, Trust } from './server-settings.ts';

/** Options of `serve`. */
export interface ServeOptions extends ListenOptions {
  readonly settings: Settings;
  readonly version: string;
  /** Whether a token is required when other machines can connect. */
  readonly auth: boolean;
  /** How long running conversions may continue after the signal, in milliseconds. */
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
  /** Emits `reload` when the tokens must be read again. */
  readonly reloads?: EventTarget | undefined;
  /** Receives JSON lines. */
  readonly log: DestinationStream;
  /** Stops the service. */
  readonly signal: AbortSignal;
  /** Called with the address once the service listens. */
  readonly onListening: (url: string) => void;
}

/**
 * Runs the service until the signal. Throws `bad-value` when other machines could connect without a token, when the
 * address cannot be listened on, or when another service uses the jobs folder, and as `JobInbox.open` does.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, host, auth, cacheFolder, signal } = options;
  const trust = trustFrom(settings);
  const callers = await Callers.open({ token: trust.token, file: options.tokensFile });
  if (!isLoopback(host) && !callers.isRequired && auth) {
    throw new AudiobookError(
      'bad-value',
      `Other machines can connect to ${host}. Set AUDIOBOOK_TOKEN, add a token (audiobook token add NAME), or use --no-auth to allow everyone.`,
    );
  }
  const limits = limitsFrom(settings);
  const folder = await openJobsFolder(jobsFolderFrom(settings) ?? settings.get(cacheFolderSetting) ?? cacheFolder);
  const logger = openLog(options.log);
  const lost = new AbortController();
  const lock = await lockFolder(folder, {
    signal,
    onWaiting: () => logger.warn(waitingForLock),
    onLost: (error) => lost.abort(error),
  });
  try {
    await runService({ ...options, trust, callers, limits, folder, logger, lockLost: lost.signal });
  } finally {
    await lock[Symbol.asyncDispose]();
  }
  if (lost.signal.aborted) throw lost.signal.reason;
}

const waitingForLock =
  'another service has locked the jobs folder: waiting a few seconds to find out whether it still runs';

interface RunOptions extends ServeOptions {
  readonly trust: Trust;
  readonly callers: Callers;
  readonly limits: Limits;
  /** Holds all jobs. */
  readonly folder: string;
  readonly logger: Logger;
  /** Aborted when the jobs may belong to another service by now. */
  readonly lockLost: AbortSignal;
}

async function runService(options: RunOptions): Promise<void> {
  const { settings, limits, folder, logger, lockLost, basePath = '', pageFolder = builtPage() } = options;
  const redact = createRedactor(secretsOf(settings), [folder, options.cacheFolder]);
  const metrics = createMetrics();
  const speechOptions = { idleMs: speechIdleMs, atOnce: limits.conversionsAtOnce };
  await using speech = new SharedProvider('embedded', settings, speechOptions);
  await using workers = new WorkerPool(limits.conversionsAtOnce, limits.workerBytes);
  const grants = await Grants.open(folder, options.callers);
  const feeds = await Feeds.open(folder, options.callers);
  const usage = await Usage.open(folder, (owner) => options.callers.quotaOf(owner));
  const uploads = new Uploads(limits.uploadsAtOnce);
  const workerContext = {
    settings: valuesOf(settings),
    cacheFolder: options.cacheFolder,
    stateFolder: options.stateFolder,
    limits,
  };
  const run = async (job: Job): Promise<JobOutcome> =>
    await runJob(job, { workers, workerContext, metrics, redact, usage });
  const ages = await JobAges.open(folder);
  const records = await readJobRecords(folder, logger);
  const { webhookHosts: hosts, webhookSecret: secret } = options.trust;
  const webhooks = new Webhooks({ hosts, secret, logger, signal: options.signal });
  const events = new AllEvents();
  const followed = { onEnd: (job: Job) => void webhooks.tell(job), onEvent: events.add.bind(events) };
  const jobs = new Jobs({ folder, limits, redact, logger, metrics, run, ages, usage, basePath, ...followed }, records);
  webhooks.resume(jobs.list());
  metrics.watchJobs(() => jobs.counts());
  const inbox = options.inbox && (await JobInbox.open(options.inbox, { jobs, limits, logger }));
  const attempts = new TokenAttempts({ logger });
  const access = { basePath, pageFolder, attempts, grants, feeds, usage };
  const pending = new PendingHandlers();
  const service = { uploads, workers, workerContext, metrics, redact, jobs, events, speech };
  const app = createApp({ ...options, ...access, ...service, pending });
  const listening = await listen(app, options, limits);
  reloadTokens(options, grants);
  const sweeping = sweepAtIntervals(jobs, logger);
  jobs.start();
  logger.info({ url: listening.url }, 'listening');
  options.onListening(listening.url);
  const ending = AbortSignal.any([options.signal, lockLost]);
  const watching = inbox?.watch(ending);
  if (!ending.aborted) await once(ending, 'abort');
  logger.info('stopping');
  await listening.stop({ jobs, events }, lockLost.aborted ? 0 : options.graceMs);
  // The sweep, the inbox and the handlers change the folder, which belongs to another service once this one has ended.
  await sweeping.stop();
  await watching;
  const left = await pending.settled(lastHandlersMs);
  if (left.length > 0) logger.error({ left }, 'stopped before all handlers had ended');
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

/** How long the voices stay loaded after the last text. */
const speechIdleMs = 300_000;

const sweepMs = 10 * 60 * 1000;

function sweepAtIntervals(jobs: Jobs, logger: Logger): { readonly stop: () => Promise<void> } {
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
