import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { JobProgress } from '../../../jobs/job-progress.ts';
import type { Records } from '../../../jobs/ports/records.ts';
import { keyPrefix } from '../../records/redis-keys.ts';

const spokenSchema = z.object({ segments: z.number(), characters: z.number(), seconds: z.number() });

/** The spoken share of a part. */
export type Spoken = Readonly<z.infer<typeof spokenSchema>>;

const planSchema = z.object({
  chapters: z.number(),
  segments: z.number(),
  characters: z.number(),
  /** Speech that is stored already. */
  stored: spokenSchema,
});

/** Facts about a book when its parts begin. */
export type PartPlan = Readonly<z.infer<typeof planSchema>>;

/** Lifetime in Redis, in seconds, where the end was not seen. */
const keepSeconds = 7 * 24 * 60 * 60;

/** The progress of a book whose parts are spoken on several machines. */
export class PartProgress {
  readonly #redis: Redis;
  readonly #records: Pick<Records, 'progress'>;

  constructor(redis: Redis, records: Pick<Records, 'progress'>) {
    this.#redis = redis;
    this.#records = records;
  }

  /** Begins the parts of a book. */
  async begin(id: string, plan: PartPlan): Promise<void> {
    const key = keyOf(id);
    await this.#redis.multi().del(key).hset(key, 'plan', JSON.stringify(plan)).expire(key, keepSeconds).exec();
  }

  /** Keeps how much of a part is spoken, and reports the whole. Returns false when the job does not run any more. */
  async report(id: string, part: number, spoken: Spoken): Promise<boolean> {
    const key = keyOf(id);
    await this.#redis.hset(key, `part:${part}`, JSON.stringify(spoken));
    const all = await this.#redis.hgetall(key);
    const plan = planSchema.safeParse(parsed(all['plan'])).data;
    if (!plan) return true;
    const parts = Object.entries(all).flatMap(([name, text]) =>
      name.startsWith('part:') ? (spokenSchema.safeParse(parsed(text)).data ?? []) : [],
    );
    return await this.#records.progress(id, progressOf(plan, [plan.stored, ...parts]));
  }

  /** Marks a book of which a part cannot be spoken: the others need not begin. */
  async fail(id: string): Promise<void> {
    const key = keyOf(id);
    await this.#redis.multi().hset(key, 'failed', '1').expire(key, keepSeconds).exec();
  }

  /** Reports whether a part of the book cannot be spoken. */
  async hasFailed(id: string): Promise<boolean> {
    return (await this.#redis.hexists(keyOf(id), 'failed')) === 1;
  }

  /** Reports whether the book was spoken in parts. */
  async has(id: string): Promise<boolean> {
    return (await this.#redis.exists(keyOf(id))) === 1;
  }

  /** Forgets the parts of a book. */
  async end(id: string): Promise<void> {
    await this.#redis.del(keyOf(id));
  }
}

function progressOf({ chapters, segments, characters }: PartPlan, parts: readonly Spoken[]): JobProgress {
  const sum = (name: keyof Spoken): number => parts.reduce((total, part) => total + part[name], 0);
  const done = Math.min(characters, sum('characters'));
  return {
    stage: 'speaking',
    chapters,
    segments: { done: Math.min(segments, sum('segments')), total: segments },
    characters: { done, total: characters },
    percent: characters === 0 ? 0 : Math.floor((done * 100) / characters),
    audioSeconds: Math.round(sum('seconds') * 10) / 10,
    retries: 0,
  };
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}

function keyOf(id: string): string {
  return `${keyPrefix}parts:${id}`;
}
