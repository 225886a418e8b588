import type { ProgressEvent } from '../progress.ts';
import { sum } from '../statistics.ts';

type PlanMade = Extract<ProgressEvent, { type: 'plan-made' }>;

/** A request that is not answered yet. */
interface OpenRequest {
  readonly characters: number;
  readonly startMs: number;
  /** Whether the provider stopped meanwhile, so that its time says nothing. */
  readonly isInterrupted: boolean;
}

/** The speech of a run so far, and what it says of the rest. Times are in milliseconds of working time. */
export class SpokenSoFar {
  readonly #plan: Partial<PlanMade>;
  readonly #open = new Map<number, OpenRequest>();
  /** Characters of the segments that were answered and are not written yet. */
  readonly #ahead = new Map<number, number>();
  #written = 0;
  /** Answered requests, their characters and the sum of their times. */
  readonly #own = { requests: 0, characters: 0, ms: 0 };
  /** Stored characters that were written, and those of them, with their time, while no request was open. */
  readonly #stored = { characters: 0, alone: 0, aloneMs: 0 };
  /** Time of all requests together, by the time. */
  readonly #marks: { readonly ms: number; readonly requestMs: number }[] = [{ ms: 0, requestMs: 0 }];

  constructor(plan: Partial<PlanMade> = {}) {
    this.#plan = plan;
  }

  /** Number of requests that were answered. */
  get answered(): number {
    return this.#own.requests;
  }

  count(event: ProgressEvent, ms: number): void {
    const sinceMs = ms - this.#mark(ms);
    if (event.type === 'provider-pause' || event.type === 'provider-wait') {
      for (const [segment, open] of this.#open) this.#open.set(segment, { ...open, isInterrupted: true });
    }
    if (event.type === 'request-start') {
      this.#open.set(event.segment, { characters: event.characters, startMs: ms, isInterrupted: false });
      // Audio that was refused is requested again.
      this.#ahead.delete(event.segment);
    }
    if (event.type === 'request-end') this.#end(event, ms);
    if (event.type === 'segment-spoken') this.#write(event, sinceMs);
  }

  /** Returns the characters that are neither made nor stored. */
  charactersLeft(): number {
    const { characters = 0 } = this.#plan;
    return Math.max(0, characters - this.#written - this.#storedLeft() - sum(this.#ahead.values()));
  }

  /** Returns the time that the rest takes, going by the requests so far. */
  restMs(ms: number): number {
    const msPerCharacter = this.#own.ms / this.#own.characters;
    const open = [...this.#open.values()];
    const rests = open.map(({ characters, startMs }) => Math.max(0, characters * msPerCharacter - (ms - startMs)));
    const unsent = Math.max(0, this.charactersLeft() - sum(open.map(({ characters }) => characters)));
    return Math.max(0, ...rests, (unsent * msPerCharacter + sum(rests)) / this.#atOnce(ms));
  }

  /** Returns the time in which the rest of the stored speech will be written, or undefined before some of it was. */
  writingMs(): number | undefined {
    const left = this.#storedLeft();
    const { alone, aloneMs } = this.#stored;
    if (left === 0) return 0;
    return alone === 0 ? undefined : (left * aloneMs) / alone;
  }

  #end({ segment, characters, failed }: Extract<ProgressEvent, { type: 'request-end' }>, ms: number): void {
    const open = this.#open.get(segment);
    this.#open.delete(segment);
    if (failed) return;
    this.#ahead.set(segment, characters);
    if (!open || open.isInterrupted) return;
    this.#own.requests += 1;
    this.#own.characters += characters;
    // A clock may be too coarse for a fast voice.
    this.#own.ms += Math.max(ms - open.startMs, 0.01);
  }

  #write({ segment, characters, stored }: Extract<ProgressEvent, { type: 'segment-spoken' }>, sinceMs: number): void {
    this.#ahead.delete(segment);
    this.#written += characters;
    if (!stored) return;
    this.#stored.characters += characters;
    // Beside a request it takes no time of its own.
    if (this.#open.size > 0) return;
    this.#stored.alone += characters;
    this.#stored.aloneMs += sinceMs;
  }

  #storedLeft(): number {
    return Math.max(0, (this.#plan.storedCharacters ?? 0) - this.#stored.characters);
  }

  /** Returns how many requests were in flight on average, in the latest half of the time. */
  #atOnce(ms: number): number {
    this.#mark(ms);
    const half = this.#marks.findLast((mark) => mark.ms <= ms / 2);
    const last = this.#marks.at(-1);
    if (!half || !last || last.ms === half.ms) return Math.max(1, this.#open.size);
    return Math.max(1, (last.requestMs - half.requestMs) / (last.ms - half.ms));
  }

  /** Notes the time of the requests up to now. Returns the time of the mark before. */
  #mark(ms: number): number {
    const last = this.#marks.at(-1) ?? { ms, requestMs: 0 };
    if (ms > last.ms) this.#marks.push({ ms, requestMs: last.requestMs + (ms - last.ms) * this.#open.size });
    return last.ms;
  }
}
