import { randomUUID } from 'node:crypto';

/** One message to everybody who follows a job. */
export interface JobEvent {
  readonly id: string;
  readonly type: 'job' | 'progress' | 'warning';
  readonly data: unknown;
}

export type JobEventListener = (event: JobEvent) => void;

/** What was told of a job in this process: the last events for those who come back, and everybody who listens now. */
export class JobEvents {
  /** Ids of another process mean nothing here. */
  private readonly run = randomUUID().slice(0, 8);
  private readonly listeners = new Set<JobEventListener>();
  private kept: JobEvent[] = [];
  private count = 0;

  /** Tells everybody, and keeps the event for those who come back. */
  emit(type: JobEvent['type'], data: unknown): void {
    this.count += 1;
    const event: JobEvent = { id: `${this.run}-${this.count}`, type, data };
    this.kept.push(event);
    if (this.kept.length > mostKept * 2) this.kept = this.kept.slice(-mostKept);
    for (const listener of this.listeners) listener(event);
  }

  /** The id that stands for everything told so far. */
  get lastId(): string {
    return `${this.run}-${this.count}`;
  }

  /** What was told after an id; undefined when that is not known any more, and a snapshot is needed. */
  after(id: string): readonly JobEvent[] | undefined {
    if (id === this.lastId) return [];
    const index = this.kept.findIndex((event) => event.id === id);
    return index === -1 ? undefined : this.kept.slice(index + 1);
  }

  /** Calls the listener with everything from now on; answers how to stop it. */
  listen(listener: JobEventListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

const mostKept = 500;
