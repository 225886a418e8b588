import type { Signal } from '@preact/signals';
import { addressOf, ApiError, call } from '../api/call.ts';
import type { Job, Progress } from '../api/types.ts';

/** A job as it is known, and why it cannot be followed at the moment. */
export interface Followed {
  readonly job?: Job | undefined;
  readonly error?: unknown;
}

/** Follows a job by its events, and by asking where these do not come through. Returns a function that ends it. */
export function followJob(id: string, followed: Signal<Followed>): () => void {
  const follower = new Follower(id, followed);
  void follower.ask();
  return () => follower.stop();
}

const pollMs = 3000;

class Follower {
  readonly #path: string;
  readonly #followed: Signal<Followed>;
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(id: string, followed: Signal<Followed>) {
    this.#path = `jobs/${id}`;
    this.#followed = followed;
  }

  stop(): void {
    this.#stopped = true;
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  /** Asks for the job, then listens to its events; without these, asks again after a while. */
  async ask(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const job = await call<Job>(this.#path);
      if (this.#stopped) return;
      this.#followed.value = { job };
      if (hasEnded(job)) return;
    } catch (error) {
      if (this.#stopped) return;
      this.#followed.value = { ...this.#followed.value, error };
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
    }
    if (!this.#source) this.#listen();
    this.#timer = setTimeout(() => void this.#askUnlessTold(), pollMs);
  }

  /** The browser connects again by itself, with the last event it has seen. */
  #listen(): void {
    const source = new EventSource(addressOf(`${this.#path}/events`));
    this.#source = source;
    source.addEventListener('job', ({ data }) => this.#change(JSON.parse(String(data))));
    source.addEventListener('progress', ({ data }) => {
      const progress: Progress = JSON.parse(String(data));
      const { job } = this.#followed.value;
      if (job) this.#change({ ...job, state: 'running', progress });
    });
    source.addEventListener('warning', ({ data }) => {
      const { message }: { message: string } = JSON.parse(String(data));
      const { job } = this.#followed.value;
      if (job) this.#change({ ...job, warnings: [...job.warnings, message] });
    });
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = undefined;
      this.#timer = setTimeout(() => void this.ask(), pollMs);
    });
  }

  async #askUnlessTold(): Promise<void> {
    if (this.#source?.readyState !== EventSource.OPEN) await this.ask();
    else this.#timer = setTimeout(() => void this.#askUnlessTold(), pollMs);
  }

  #change(job: Job): void {
    this.#followed.value = { job };
    if (!hasEnded(job)) return;
    this.stop();
  }
}

/** Returns whether nothing more happens to a job by itself. */
export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
