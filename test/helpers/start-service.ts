import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settingsFrom } from '../../src/core/settings.ts';
import { serve } from '../../src/server/serve.ts';
import type { ServeOptions, ServiceAccess } from '../../src/server/run-service.ts';
import { buildEpub } from './epub-builder.ts';
import { smallBook } from './small-book.ts';
import { testEnvironment } from './test-environment.ts';

export interface RunningService extends ServiceAccess, AsyncDisposable {
  readonly url: string;
  readonly cacheFolder: string;
  /** The folder of all jobs. */
  readonly jobsFolder: string;
  /** Returns the names of the existing job folders. */
  jobFolders(): Promise<readonly string[]>;
  /** Log lines so far, parsed. */
  readonly log: readonly Readonly<Record<string, unknown>>[];
  /** Returns the log so far, unparsed. */
  readonly logText: () => string;
  /** Makes the service read its tokens again, as SIGHUP does. */
  reload(): void;
  /** File of the named tokens. */
  readonly tokensFile: string;
  /** Stops the service and waits for its end. */
  stop(): Promise<void>;
}

interface ServiceOptions extends Partial<
  Pick<
    ServeOptions,
    'host' | 'auth' | 'makesToken' | 'graceMs' | 'basePath' | 'pageFolder' | 'inbox' | 'queue' | 'work'
  >
> {
  readonly settings?: Readonly<Record<string, string>>;
  /** A cache folder that outlives the service. */
  readonly cacheFolder?: string;
}

/** Runs the service in this process on a free port, with only the given settings. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const cacheFolder = options.cacheFolder ?? (await mkdtemp(path.join(tmpdir(), 'audiobook-service-')));
  const jobsFolder = path.join(options.settings?.['AUDIOBOOK_JOBS_DIR'] ?? cacheFolder, 'audiobook-jobs');
  const controller = new AbortController();
  const reloads = new EventTarget();
  const tokensFile = path.join(cacheFolder, 'tokens.json');
  const lines: string[] = [];
  const defaults = { ...testEnvironment, AUDIOBOOK_FREE_DISK_MB: '1' };
  let ended: Promise<void> = Promise.resolve();
  const opened = await new Promise<ServiceAccess & { readonly url: string }>((resolve, reject) => {
    ended = serve({
      settings: settingsFrom([{ ...defaults, ...options.settings }]),
      version: '1.2.3',
      host: options.host ?? '127.0.0.1',
      port: 0,
      basePath: options.basePath,
      inbox: options.inbox,
      queue: options.queue,
      work: options.work,
      // A page that was built before must not decide on the outcome of a test.
      pageFolder: options.pageFolder ?? path.join(cacheFolder, 'no-page'),
      auth: options.auth ?? true,
      graceMs: options.graceMs ?? 0,
      cacheFolder,
      tokensFile,
      reloads,
      log: { write: (line) => void lines.push(line) },
      signal: controller.signal,
      makesToken: options.makesToken,
      onListening: (at, access) => resolve({ ...access, url: at }),
    });
    ended.catch(reject);
  });
  const stop = async (): Promise<void> => {
    controller.abort();
    await ended;
  };
  return {
    ...opened,
    cacheFolder,
    jobsFolder,
    tokensFile,
    reload: () => void reloads.dispatchEvent(new Event('reload', { cancelable: true })),
    jobFolders: async () => {
      const entries = await readdir(jobsFolder, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory() && entry.name !== 'service.lock').map(({ name }) => name);
    },
    get log() {
      return lines.map((line): Readonly<Record<string, unknown>> => JSON.parse(line));
    },
    logText: () => lines.join(''),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (options.cacheFolder === undefined) await rm(cacheFolder, { recursive: true, force: true });
    },
  };
}

/** Returns a form with a book (by default the small one) and other fields. */
export async function bookForm(
  fields: Readonly<Record<string, string>> = {},
  book?: Uint8Array,
  name = 'small.epub',
): Promise<FormData> {
  const form = new FormData();
  const bytes = book ?? (await buildEpub(smallBook));
  form.set('file', new Blob([Uint8Array.from(bytes)]), name);
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  return form;
}

/** Sends a form. */
export async function post(url: string, form: FormData, init: RequestInit = {}): Promise<Response> {
  return await fetch(url, { ...init, method: 'POST', body: form });
}

export interface JobJson {
  readonly id: string;
  readonly state: string;
  readonly [name: string]: unknown;
}

/** Starts a job and returns it. */
export async function startJob(
  service: RunningService,
  fields: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Promise<JobJson> {
  const response = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize', ...fields }), init);
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as JobJson;
}

/** Polls a job until it has one of the given states. */
export async function waitForJob(service: RunningService, id: string, ...states: readonly string[]): Promise<JobJson> {
  for (;;) {
    const job = (await (await fetch(`${service.url}/jobs/${id}`)).json()) as JobJson;
    if (states.includes(job.state)) return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until a condition holds. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
