import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AudiobookError, invalidValue, throwIfCanceled } from '../../core/errors.ts';
import { nameOfFile } from '../../core/file-name.ts';
import { isSameFile } from '../../core/files/require-other-file.ts';
import { inboxFolders, prepareInbox } from '../../inbox/inbox-folders.ts';
import type { InboxFolders } from '../../inbox/inbox-folders.ts';
import { watchInbox } from '../../inbox/watch-inbox.ts';
import type { InboxEvent } from '../../inbox/watch-inbox.ts';
import { RequestError } from '../errors/request-error.ts';
import { hasRoom, isDiskFull } from '../jobs/local/disk-room.ts';
import { flush, jobPaths, makeJobFolders, newJobId, removeJobFolder } from '../jobs/job-paths.ts';
import type { JobKind, JobRecord } from '../jobs/job-record.ts';
import type { Job } from '../jobs/job.ts';
import { requireRetryable, unknownJob } from '../jobs/require-state.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Limits } from '../server-settings.ts';
import { checkedFields } from './checked-fields.ts';
import { deliverResults } from './deliver-results.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';

/** An inbox of a service. */
export interface InboxOptions {
  /** Folder where books are dropped. */
  readonly folder: string;
  /** Folder for the audiobooks. Default: `done/` in the inbox, beside the books. */
  readonly outFolder?: string | undefined;
  readonly kind: JobKind;
  /** Fields of `POST /jobs` for every book, such as `voice=af_heart`. */
  readonly fields: readonly string[];
  /** Time for which a file must not have changed before it is taken, in milliseconds. */
  readonly settleMs: number;
}

/** The parts of the service that an inbox needs. */
export interface InboxService {
  readonly jobs: Jobs;
  readonly limits: Pick<Limits, 'freeBytes' | 'ebookConvert'>;
  readonly logger: Logger;
}

/** Time until a full queue or disk is tried again. */
const retryMs = 3000;

/**
 * Makes each book that is dropped into a folder a job, one after the other, and copies its results to another folder. The book
 * then goes to `done`, or to `failed` with a note. A book that a restart returned to the inbox finds its job again, and what was
 * delivered of it.
 */
export class JobInbox {
  readonly #options: InboxOptions;
  readonly #service: InboxService;
  readonly #folders: InboxFolders;
  readonly #outFolder: string;
  readonly #fields: JobRecord['fields'];

  constructor(options: InboxOptions, service: InboxService) {
    this.#options = options;
    this.#service = service;
    this.#folders = inboxFolders(options.folder);
    this.#outFolder = options.outFolder ?? this.#folders.done;
    this.#fields = checkedFields(options.kind, options.fields);
  }

  /** Makes the folders of an inbox. Throws as `prepareInbox` does, and `bad-value` for bad fields or results among the books. */
  static async open(options: InboxOptions, service: InboxService): Promise<JobInbox> {
    const inbox = new JobInbox(options, service);
    await prepareInbox(inbox.#folders);
    if (!(await isSameFile(inbox.#outFolder, options.folder))) return inbox;
    const expected = 'another folder than the inbox: an audiobook with text would be read as a book';
    throw invalidValue('inbox out', inbox.#outFolder, expected);
  }

  /** Takes books until the signal. Never rejects. */
  async watch(signal: AbortSignal): Promise<void> {
    const { logger } = this.#service;
    const handle = async (file: string): Promise<string> => await this.#convert(file, signal);
    const onEvent = (event: InboxEvent<string>): void => logEvent(event, logger);
    const { ebookConvert } = this.#service.limits;
    const options = { handle, onEvent, signal, settleMs: this.#options.settleMs, ebookConvert };
    await watchInbox(this.#folders, options).catch((err: unknown) =>
      logger.error({ err }, 'inbox: no more books are taken'),
    );
  }

  /** Returns the path of what was made. Throws what the note beside a failed book says. */
  async #convert(file: string, signal: AbortSignal): Promise<string> {
    const { record } = await this.#patiently(signal, async () => await this.#jobOf(file));
    const ended = new AbortController();
    const job = await this.#service.jobs.follow(record.id, AbortSignal.any([signal, ended.signal]));
    if (!job) throw unknownJob();
    this.#service.logger.info({ book: path.basename(file), job: job.record.id }, 'inbox: book taken');
    await settledOrAborted(job, signal);
    ended.abort();
    const { state, failure } = job.record;
    if (state !== 'done') {
      throwIfCanceled(signal);
      throw new AudiobookError('incomplete', failure?.detail ?? `Its job is ${state}.`);
    }
    const delivery = { bookFile: file, outFolder: this.#outFolder };
    return await this.#patiently(signal, async () => await deliverResults(job, delivery));
  }

  /** Returns the job of a book: the one that it had before a restart or a failure, or a new one. */
  async #jobOf(file: string): Promise<Job> {
    const { kind } = this.#options;
    const fields = this.#fields;
    const { jobs } = this.#service;
    const name = nameOfFile(path.basename(file)) || 'book';
    const text = JSON.stringify([
      kind,
      name,
      await fileSha256(file),
      Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]);
    // No header has a line break, so no caller has this key.
    const key = `\ninbox\n${createHash('sha256').update(text).digest('hex')}`;
    const earlier = await jobs.findByKey(key);
    if (earlier && canRetry(earlier)) return await jobs.queueAgain(earlier, requireRetryable);
    if (earlier && (await isUsable(earlier))) return earlier;
    if (earlier) await jobs.remove(earlier);
    return await this.#newJob(file, name, key);
  }

  async #newJob(file: string, name: string, key: string): Promise<Job> {
    const { kind } = this.#options;
    const fields = this.#fields;
    const { jobs, limits } = this.#service;
    await jobs.requireRoom();
    const { size: bytes } = await stat(file);
    if (!(await hasRoom(jobs.folder, limits.freeBytes + bytes))) {
      throw new RequestError('disk-full', 'The service does not have enough disk space for another book.');
    }
    const id = newJobId();
    const paths = jobPaths(jobs.folder, id);
    try {
      await makeJobFolders(paths);
      await copyFile(file, path.join(paths.upload, name), constants.COPYFILE_FICLONE);
      await flush(path.join(paths.upload, name));
      const idempotency = { key, fingerprint: key };
      const { job } = await jobs.create({ id, kind, fields, upload: { name, bytes }, waitedFor: false, idempotency });
      return job;
    } catch (error) {
      await removeJobFolder(paths).catch(() => undefined);
      throw error;
    }
  }

  /** Tries again while the queue or the disk is full. Throws what `attempt` throws, and an error when the signal is aborted. */
  async #patiently<Value>(signal: AbortSignal, attempt: () => Promise<Value>): Promise<Value> {
    const { jobs, limits, logger } = this.#service;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await attempt();
      } catch (error) {
        const isBusy = error instanceof RequestError && ['busy', 'disk-full', 'shutting-down'].includes(error.code);
        if (!isBusy && !(await isDiskFull(error, jobs.folder, limits.freeBytes))) throw error;
        if (isFirst) logger.warn({ err: error }, 'inbox: waits');
        await delay(retryMs, undefined, { signal });
      }
    }
  }
}

function canRetry({ record: { state, uploadRemoved } }: Job): boolean {
  return state === 'failed' && uploadRemoved !== true;
}

/** Reports whether a job still leads to results. */
async function isUsable({ record: { state, result }, paths }: Job): Promise<boolean> {
  if (state === 'queued' || state === 'running') return true;
  if (state !== 'done' || !result) return false;
  return (await stat(path.join(paths.result, result.file)).catch(() => undefined)) !== undefined;
}

async function settledOrAborted(job: Job, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { signal: ended.signal });
    if (signal.aborted) resolve();
  });
  await Promise.race([job.settled, aborted]);
  ended.abort();
}

/** Logs one line per book. Its name is that of a file of the operator. */
function logEvent(event: InboxEvent<string>, logger: Logger): void {
  if (event.type === 'trouble') logger.error({ err: event.error }, 'inbox: the folder cannot be used');
  else if (event.type === 'failed')
    logger.warn({ book: event.name, reason: event.error.message }, 'inbox: book failed');
  else if (event.type === 'left') logger.info({ book: event.name, reason: event.reason }, 'inbox: file left alone');
  else logger.info({ book: event.name }, event.type === 'done' ? 'inbox: book converted' : 'inbox: book returned');
}
