import { randomUUID } from 'node:crypto';

/** An event of a job, as its followers receive it. */
export interface JobEvent {
  readonly id: string;
  readonly type: 'job' | 'progress' | 'warning' | 'removed';
  readonly data: unknown;
}

export type JobEventListener = (event: JobEvent) => void;

/** Emits the events of a job and keeps the latest ones for followers that reconnect. */
export class JobEvents {
  /** Part of every id, so that ids of an earlier process are not found. */
  readonly #run = randomUUID().slice(0, 8);
  readonly #listeners = new Set<JobEventListener>();
  #recent: JobEvent[] = [];
  #count = 0;

  emit(type: JobEvent['type'], data: unknown): void {
    this.#count += 1;
    const event: JobEvent = { id: `${this.#run}-${this.#count}`, type, data };
    this.#recent.push(event);
    if (this.#recent.length > maxRecent * 2) this.#recent = this.#recent.slice(-maxRecent);
    for (const listener of this.#listeners) listener(event);
  }

  /** Id of the latest event. */
  get lastId(): string {
    return `${this.#run}-${this.#count}`;
  }

  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  after(id: string): readonly JobEvent[] | undefined {
    if (id === this.lastId) return [];
    const index = this.#recent.findIndex((event) => event.id === id);
    return index === -1 ? undefined : this.#recent.slice(index + 1);
  }

  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: JobEventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

const maxRecent = 500;
