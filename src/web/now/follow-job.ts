import type { Signal } from '@preact/signals';
import { ApiError, call } from '../api/call.ts';
import { isLive, onJobsEvent } from '../api/events.ts';
import type { JobsEvent } from '../api/events.ts';
import type { Job, Progress } from '../api/types.ts';

/** A job as it is known, and why it cannot be followed at the moment. */
export interface Followed {
  readonly job?: Job | undefined;
  readonly error?: unknown;
}

/** Follows a job by the events of all jobs, and by asking while none arrive. Returns a function that ends it. */
export function followJob(id: string, followed: Signal<Followed>): () => void {
  const follower = new Follower(id, followed);
  follower.start();
  return () => follower.stop();
}

const pollMs = 3000;

class Follower {
  readonly #id: string;
  readonly #followed: Signal<Followed>;
  #ends: readonly (() => void)[] = [];
  #isAsking = false;
  #mustAskAgain = false;
  /** The latest progress since the request. */
  #progress: Progress | undefined;

  constructor(id: string, followed: Signal<Followed>) {
    this.#id = id;
    this.#followed = followed;
  }

  start(): void {
    const timer = setInterval(() => this.#askUnlessLive(), pollMs);
    this.#ends = [onJobsEvent((event) => this.#apply(event)), () => clearInterval(timer)];
    void this.#ask();
  }

  stop(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
  }

  #askUnlessLive(): void {
    const { job } = this.#followed.peek();
    if (!isLive.peek() && !(job && hasEnded(job))) void this.#ask();
  }

  /** Asks for the whole job. What changes meanwhile is asked for again. */
  async #ask(): Promise<void> {
    this.#mustAskAgain = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#progress = undefined;
    try {
      this.#show(await call<Job>(`jobs/${this.#id}`));
    } catch (error) {
      this.#fail(error);
    }
    this.#isAsking = false;
    if (this.#mustAskAgain) await this.#ask();
  }

  #show(job: Job): void {
    const isOld = this.#mustAskAgain && this.#followed.peek().job !== undefined;
    if (this.#ends.length === 0 || isOld) return;
    this.#followed.value = {
      job: job.state === 'running' ? { ...job, progress: this.#progress ?? job.progress } : job,
    };
  }

  #fail(error: unknown): void {
    if (this.#ends.length === 0) return;
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    this.#followed.value = { job: isRefused ? undefined : this.#followed.peek().job, error };
    if (isRefused) this.stop();
  }

  #apply(event: JobsEvent): void {
    if (event.type !== 'snapshot' && event.id !== this.#id) return;
    if (event.type === 'progress') this.#addProgress(event.progress);
    // Only the job itself has its options, warnings and report.
    else void this.#ask();
  }

  #addProgress(progress: Progress): void {
    this.#progress = progress;
    const { job } = this.#followed.peek();
    if (job) this.#followed.value = { job: { ...job, state: 'running', progress } };
  }
}

/** Returns whether nothing more happens to a job by itself. */
function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
