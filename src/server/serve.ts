import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import path from 'node:path';
import { pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { AudiobookError, systemCode } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { allSettings } from '../pipeline/tools/settings.ts';
import { createApp } from './http/create-app.ts';
import { createRedactor } from './errors/failure.ts';
import { isLoopback } from './http/guard.ts';
import { readJobRecords } from './jobs/job-paths.ts';
import type { Job, JobOutcome } from './jobs/job.ts';
import { Jobs } from './jobs/jobs.ts';
import { runJob } from './worker/run-job.ts';
import { lockFolder } from './jobs/lock-folder.ts';
import { loggedError } from './errors/logged-error.ts';
import { createMetrics } from './metrics.ts';
import { jobsFolderFrom, limitsFrom, serverSettings, trustFrom } from './server-settings.ts';
import type { Limits, Trust } from './server-settings.ts';

export interface ServeOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Whether a token is required where other machines can connect. */
  readonly auth: boolean;
  /** How long running conversions may go on after the signal, in milliseconds. */
  readonly graceMs: number;
  readonly cacheFolder: string;
  /** Takes JSON lines. */
  readonly log: DestinationStream;
  /** Ends the service. */
  readonly signal: AbortSignal;
  /** Told the address once the service listens. */
  readonly onListening: (url: string) => void;
}

/**
 * Runs the service until the signal. Throws `bad-value` when it would be open to others without a token, when the
 * address cannot be listened on, or when another service has the jobs.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { settings, host, auth, cacheFolder } = options;
  const trust = trustFrom(settings);
  if (!isLoopback(host) && trust.token === undefined && auth) {
    throw new AudiobookError(
      'bad-value',
      `Other machines could call ${host}: set AUDIOBOOK_TOKEN, or give --no-auth to let everybody in.`,
    );
  }
  const limits = limitsFrom(settings);
  const folder = path.resolve(jobsFolderFrom(settings) ?? path.join(cacheFolder, 'jobs'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    await runService(options, trust, limits, folder);
  } finally {
    await lock[Symbol.asyncDispose]();
  }
}

async function runService(options: ServeOptions, trust: Trust, limits: Limits, folder: string): Promise<void> {
  const { settings, cacheFolder, signal, version } = options;
  const logger = openLog(options.log);
  const redact = createRedactor(secretsOf(settings), [folder, cacheFolder]);
  const metrics = createMetrics();
  const workerContext = { settings: valuesOf(settings), cacheFolder, limits };
  const context = { settings, workerContext, limits, metrics, redact, logger };
  const run = async (job: Job): Promise<JobOutcome> => await runJob(job, context);
  const jobs = new Jobs({ folder, limits, redact, logger, run }, await readJobRecords(folder));
  metrics.watchJobs(() => jobs.counts());
  // Slow heads are looked for twice in the time that they have.
  const server = createServer({ connectionsCheckingInterval: limits.headerMs / 2 });
  const app = createApp({ ...context, trust, jobs, version, loopback: isLoopback(options.host) });
  // A caller that asks first (Expect: 100-continue) hears of a refusal before it sends the book.
  for (const event of ['request', 'checkContinue']) server.on(event, app);
  setTimeouts(server, limits);
  const url = await listen(server, options);
  const sweep = (): void => void jobs.sweep().catch((err: unknown) => logger.error({ err }, 'sweep broke'));
  const sweeping = setInterval(sweep, sweepMs);
  sweep();
  jobs.start();
  logger.info({ url }, 'listening');
  options.onListening(url);
  if (!signal.aborted) await once(signal, 'abort');
  logger.info('stopping');
  clearInterval(sweeping);
  await stop(server, jobs, options.graceMs);
}

function openLog(stream: DestinationStream): Logger {
  const formatters = { level: (level: string) => ({ level }) };
  return pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters, serializers: { err: loggedError } },
    stream,
  );
}

const sweepMs = 10 * 60 * 1000;

/** Threads cannot be handed functions, so they get all values. */
function valuesOf(settings: Settings): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(allSettings().map((setting) => [setting.name, settings.get(setting)]));
}

function secretsOf(settings: Settings): string[] {
  const secret = [...allSettings(), ...serverSettings].filter((setting) => setting.secret);
  return secret.map((setting) => settings.get(setting)).filter((value) => value !== undefined);
}

/** Heads have a time limit, bodies are watched by whoever takes them, and waiting for a conversion has none. */
function setTimeouts(server: Server, { headerMs }: Limits): void {
  server.headersTimeout = headerMs;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 10_000;
}

async function listen(server: Server, { host, port }: ServeOptions): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new AudiobookError('bad-value', `Cannot listen on ${host}:${port} (${systemCode(cause)}).`, { cause });
  }
  const address = server.address();
  const found = typeof address === 'object' && address !== null ? address : { address: host, port };
  const name = found.address.includes(':') ? `[${found.address}]` : found.address;
  return `http://${name}:${found.port}`;
}

/** Takes no more, lets what runs finish within the grace, and sees that everybody who waits has an answer. */
async function stop(server: Server, jobs: Jobs, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await jobs.close(graceMs);
  const last = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
  await closed;
  clearTimeout(last);
}

/** Time for answers that are on their way. */
const lastAnswersMs = 2000;
