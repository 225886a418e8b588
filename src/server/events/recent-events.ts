import { randomUUID } from 'node:crypto';

/** Events in a row, and the latest ones for followers that reconnect. */
export class RecentEvents<Event extends { readonly id: string }> {
  /** Part of every id, so that ids of an earlier process are not found. */
  readonly #run = randomUUID().slice(0, 8);
  readonly #listeners = new Set<(event: Event) => void>();
  #recent: Event[] = [];
  #count = 0;

  /** Id of the latest event. */
  get lastId(): string {
    return `${this.#run}-${this.#count}`;
  }

  /** Returns the events after the one with this id, or undefined when that one is not kept and a snapshot is needed. */
  after(id: string): readonly Event[] | undefined {
    if (id === this.lastId) return [];
    const index = this.#recent.findIndex((event) => event.id === id);
    return index === -1 ? undefined : this.#recent.slice(index + 1);
  }

  /** Calls the listener with every new event. Returns a function that removes it. */
  listen(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Makes the event with the next id and passes it to the listeners. */
  protected push(make: (id: string) => Event): void {
    this.#count += 1;
    const event = make(this.lastId);
    this.#recent.push(event);
    if (this.#recent.length > maxRecent * 2) this.#recent = this.#recent.slice(-maxRecent);
    for (const listener of this.#listeners) listener(event);
  }
}

const maxRecent = 500;
