import { randomBytes } from 'node:crypto';
import { AudiobookError } from '../core/errors.ts';
import { cacheFolderSetting } from '../pipeline/store/store-settings.ts';
import { Callers } from './access/callers.ts';
import { openLog } from './errors/open-log.ts';
import { isLoopback } from '../core/http/is-loopback.ts';
import { openJobsFolder } from './jobs/local/jobs-folder.ts';
import { lockFolder } from './jobs/local/lock-folder.ts';
import { openLocalJobs } from './open-local-jobs.ts';
import { runService } from './run-service.ts';
import type { ServeOptions } from './run-service.ts';
import { jobsFolderFrom, limitsFrom, trustFrom } from './server-settings.ts';

/**
 * Runs the service until the signal. Throws `bad-value` when other machines could connect without a token, when the
 * address cannot be listened on, or when another service uses the jobs folder, and as `JobInbox.open` and `runFront` do.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, cacheFolder, signal } = options;
  const trust = trustFrom(settings);
  const { callers, madeToken } = await openCallers(options, trust.token);
  const limits = limitsFrom(settings);
  const logger = openLog(options.log);
  const parentFolder = jobsFolderFrom(settings) ?? settings.get(cacheFolderSetting) ?? cacheFolder;
  if (options.queue !== undefined) {
    const { runFront } = await import('./cluster/front/run-front.ts');
    const { queue, work } = options;
    const front = async (ending: AbortSignal): Promise<void> =>
      await runFront(queue, { ...options, trust, callers, madeToken, limits, logger, signal: ending }, parentFolder);
    if (!work) return await front(signal);
    const { runWorker } = await import('./cluster/worker/run-worker.ts');
    const worker = async (ending: AbortSignal): Promise<void> =>
      await runWorker({ ...options, ...work, queue, onReady: noNotice, signal: ending });
    return await runTogether([front, worker], signal);
  }
  const folder = await openJobsFolder(parentFolder);
  const lost = new AbortController();
  const lock = await lockFolder(folder, {
    signal,
    onWaiting: () => logger.warn(waitingForLock),
    onLost: (error) => lost.abort(error),
  });
  try {
    const lockLost = lost.signal;
    await runService({ ...options, trust, callers, madeToken, limits, folder, logger, lockLost }, openLocalJobs);
  } finally {
    await lock[Symbol.asyncDispose]();
  }
  if (lost.signal.aborted) throw lost.signal.reason;
}

/** Opens the callers, with a token for this run where one is needed and may be made. Throws `bad-value` where there is none and one is needed. */
async function openCallers(
  { host, auth, tokensFile: file, makesToken = false }: ServeOptions,
  token: string | undefined,
): Promise<{ readonly callers: Callers; readonly madeToken?: string }> {
  const callers = await Callers.open({ token, file });
  if (isLoopback(host) || callers.isRequired || !auth) return { callers };
  if (!makesToken) {
    throw new AudiobookError(
      'bad-value',
      `Other machines can connect to ${host}. Set AUDIOBOOK_TOKEN, add a token (audiobook token add NAME), or use --no-auth to allow everyone.`,
    );
  }
  const madeToken = randomBytes(16).toString('base64url');
  return { callers: await Callers.open({ token: madeToken, file }), madeToken };
}

/** Whoever waits for the service waits for its address. */
const noNotice = (): void => undefined;

/** Runs until the signal. Where one ends by itself, the others end, too. Throws what the first one throws. */
async function runTogether(
  runs: readonly ((ending: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const ending = AbortSignal.any([signal, ended.signal]);
  const first: unknown[] = [];
  const running = runs.map(async (run) => {
    try {
      await run(ending);
    } catch (thrown) {
      first.push(thrown);
    }
    ended.abort();
  });
  await Promise.all(running);
  if (first.length > 0) throw first[0];
}

const waitingForLock =
  'another service has locked the jobs folder: waiting a few seconds to find out whether it still runs';
