import { randomUUID } from 'node:crypto';
import type { RecordEvent, RecordEvents } from '../ports/records.ts';

/** Latest events that are kept for followers that reconnect. */
const maxRecent = 2000;

type NewEvent = RecordEvent extends infer One ? (One extends RecordEvent ? Omit<One, 'id'> : never) : never;

/** The events of all jobs of this process, and the latest ones for followers that reconnect. */
export class MemoryEvents implements RecordEvents {
  /** Part of every id, so that ids of an earlier process are not found. */
  readonly #run = randomUUID().slice(0, 8);
  readonly #listeners = new Set<(event: RecordEvent) => void>();
  readonly #lastOf = new Map<string, string>();
  #recent: RecordEvent[] = [];
  #count = 0;

  async lastId(job?: string): Promise<string> {
    return await Promise.resolve(this.#last(job));
  }

  async after(id: string, job?: string): Promise<readonly RecordEvent[] | undefined> {
    if (id === this.#last(job)) return [];
    const index = this.#recent.findIndex((event) => event.id === id);
    const missed = index === -1 ? undefined : this.#recent.slice(index + 1);
    return await Promise.resolve(job === undefined ? missed : missed?.filter((event) => event.job === job));
  }

  listen(listener: (event: RecordEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Nothing is lost here. */
  onReturn(): () => void {
    return () => undefined;
  }

  /** Passes an event to the listeners. */
  emit(event: NewEvent): void {
    this.#count += 1;
    const made: RecordEvent = { ...event, id: `${this.#run}-${this.#count}` };
    if (event.type === 'removed') this.#lastOf.delete(event.job);
    else this.#lastOf.set(event.job, made.id);
    this.#recent.push(made);
    if (this.#recent.length > maxRecent * 2) this.#recent = this.#recent.slice(-maxRecent);
    for (const listener of this.#listeners) listener(made);
  }

  #last(job: string | undefined): string {
    return job === undefined ? `${this.#run}-${this.#count}` : (this.#lastOf.get(job) ?? `${this.#run}-0`);
  }
}
