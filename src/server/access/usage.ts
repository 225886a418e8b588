import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { RequestError } from '../errors/request-error.ts';
import type { Quota } from './caller.ts';

const usageSchema = z.array(z.object({ owner: z.string(), job: z.string(), atMs: z.number(), characters: z.number() }));
type Use = Readonly<z.infer<typeof usageSchema>[number]>;

const dayMs = 24 * 60 * 60 * 1000;

/** Characters that each owner used in the last 24 hours, kept in a file over restarts and over the removal of jobs. */
export class Usage {
  readonly #file: string;
  readonly #quotaOf: (owner: string) => Quota;
  #uses: readonly Use[];

  constructor(file: string, quotaOf: (owner: string) => Quota, uses: readonly Use[]) {
    this.#file = file;
    this.#quotaOf = quotaOf;
    this.#uses = uses;
  }

  /** Reads what earlier processes counted in the folder of all jobs. A damaged or missing file counts as nothing. */
  static async open(folder: string, quotaOf: (owner: string) => Quota): Promise<Usage> {
    const file = path.join(folder, 'usage.json');
    const text = await readFile(file, 'utf8').catch(() => '[]');
    return new Usage(file, quotaOf, parseUses(text));
  }

  /** Throws `quota-exceeded` when an owner, who has this many jobs that wait or run, may have no other one now. */
  requireLeft(owner: string | undefined, openJobs: number): void {
    if (owner === undefined) return;
    const { jobs = Infinity, characters = Infinity } = this.#quotaOf(owner);
    if (openJobs >= jobs) {
      throw new RequestError('quota-exceeded', `${openJobs} of your jobs wait or run, as many as you may have.`);
    }
    if (this.#usedBy(owner) >= characters) {
      const message = `Your ${characters} characters of 24 hours are used up. Try again later.`;
      throw new RequestError('quota-exceeded', message);
    }
  }

  /**
   * Counts the characters of a job, once however often it starts. Throws `quota-exceeded`, and counts nothing, when its owner
   * has fewer left.
   */
  async charge(owner: string | undefined, job: string, characters: number): Promise<void> {
    if (owner === undefined || this.#uses.some((use) => use.job === job)) return;
    const { characters: most = Infinity } = this.#quotaOf(owner);
    const left = Math.max(0, most - this.#usedBy(owner));
    if (characters > left) {
      const message = `The text has ${characters} characters, and ${left} of your ${most} in 24 hours are left.`;
      throw new RequestError('quota-exceeded', message);
    }
    const recent = this.#uses.filter(isRecent);
    this.#uses = [...recent, { owner, job, atMs: Date.now(), characters }];
    await writeFileAtomic(this.#file, JSON.stringify(this.#uses));
  }

  #usedBy(owner: string): number {
    return this.#uses
      .filter((use) => use.owner === owner && isRecent(use))
      .reduce((sum, { characters }) => sum + characters, 0);
  }
}

/** A time in the future comes from a clock that was wrong. */
function isRecent({ atMs }: Use): boolean {
  return Math.abs(Date.now() - atMs) < dayMs;
}

function parseUses(text: string): readonly Use[] {
  try {
    return usageSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
