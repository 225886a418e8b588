import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import type { Caller } from '../access/caller.ts';
import type { RemoteFiles, ServedJob } from '../jobs/served/served-jobs.ts';

const positionSchema = z.object({ seconds: z.number(), speed: z.number(), updatedMs: z.number() });
const fileSchema = z.record(z.string(), positionSchema);

/** The position of a listener in a book. */
export type Position = Readonly<z.infer<typeof positionSchema>>;

/**
 * The position of each listener in each book: a file in the folder of the job has one place per token, so that it goes with the job.
 */
export class Positions {
  readonly #known = new WeakMap<ServedJob, Promise<Readonly<Record<string, Position>>>>();

  /** Returns where a caller is, or undefined before the first time. */
  async of(job: ServedJob, caller: Caller): Promise<Position | undefined> {
    return (await this.#all(job))[nameOf(caller)];
  }

  /** Keeps where a caller is, unless a later place is known, and returns the latest one. Throws what the disk throws. */
  async keep(job: ServedJob, caller: Caller, position: Position): Promise<Position> {
    const kept = withPosition(job, nameOf(caller), { position, before: this.#all(job) });
    // One write follows the other. After one that failed, the file counts.
    this.#known.set(
      job,
      kept.catch(async () => await readPositions(job)),
    );
    return (await kept)[nameOf(caller)] ?? position;
  }

  #all(job: ServedJob): Promise<Readonly<Record<string, Position>>> {
    const all = this.#known.get(job) ?? readPositions(job);
    this.#known.set(job, all);
    return all;
  }
}

async function withPosition(
  job: ServedJob,
  name: string,
  { position, before }: { readonly position: Position; readonly before: Promise<Readonly<Record<string, Position>>> },
): Promise<Readonly<Record<string, Position>>> {
  const all = await before;
  if ((all[name]?.updatedMs ?? 0) > position.updatedMs) return all;
  const next = { ...all, [name]: position };
  if (job.remote) await mkdir(job.paths.folder, { recursive: true, mode: 0o700 });
  await writeFileAtomic(fileOf(job), JSON.stringify(next));
  await job.remote?.put(positionsName);
  return next;
}

async function readPositions(job: ServedJob): Promise<Readonly<Record<string, Position>>> {
  const text = job.remote ? await remoteText(job.remote) : await readFile(fileOf(job), 'utf8').catch(() => '');
  return fileSchema.safeParse(parseJson(text)).data ?? {};
}

/** Another front may have written it since. */
async function remoteText(remote: RemoteFiles): Promise<string> {
  const opened = await remote.open(positionsName, { signal: AbortSignal.timeout(storageMs) });
  return Buffer.concat((await opened?.content.toArray()) ?? []).toString('utf8');
}

/** Time for the storage, in milliseconds. */
const storageMs = 30_000;

const positionsName = 'positions.json';

function fileOf({ paths }: ServedJob): string {
  return path.join(paths.folder, positionsName);
}

/** A name of a token has no slash. */
function nameOf({ name }: Caller): string {
  return name ?? '/';
}
