import { RequestModel } from './request-model.ts';
import { scheduledMs } from './schedule.ts';
import type { Sample } from './request-model.ts';

/** A request that is not answered yet. */
interface OpenRequest {
  readonly characters: number;
  readonly startMs: number;
  /** Time of all requests together when it began. */
  readonly requestMs: number;
  readonly isInterrupted?: boolean | undefined;
}

/** Sums over time, up to a time. */
interface Mark {
  readonly ms: number;
  /** Time of all requests together. */
  readonly requestMs: number;
  /** The same if there had always been as many requests as there were before at most. */
  readonly allowedMs: number;
}

/** Text left to speak, without the requests in flight. */
export interface Unspoken {
  readonly characters: number;
  readonly requests: number;
}

/** A forecast of requests from those so far. */
export interface RequestForecast {
  /** Working time until everything is spoken, in milliseconds. */
  readonly ms: number;
  /** Working time of a character, all requests in flight together, in milliseconds. */
  readonly msPerCharacter: number;
  /** Standard deviation of the time of a request relative to its usual time. */
  readonly spread: number;
  /** Number of requests that were answered. */
  readonly samples: number;
}

/** Requests in flight that have taken this many times their usual time already show, too, how long requests take. */
const lateAge = 2;

/** Measures how long requests take and how many are in flight, and forecasts the rest. Times are in milliseconds of working time. */
export class RequestTimes {
  readonly #open = new Map<number, OpenRequest>();
  readonly #samples: Sample[] = [];
  readonly #marks: Mark[] = [];
  readonly #model = new RequestModel();
  #firstAnswerMs: number | undefined;
  /** Most requests in flight so far, and since when. */
  #allowed = 0;
  #grownMs = 0;
  readonly #maxAtOnce: number;

  /** `maxAtOnce` is the most requests that can be in flight. */
  constructor(maxAtOnce = 1) {
    this.#maxAtOnce = maxAtOnce;
  }

  /** Characters of the requests in flight. */
  get openCharacters(): number {
    return [...this.#open.values()].reduce((sum, { characters }) => sum + characters, 0);
  }

  /** Records that a request for a segment begins. */
  start(segment: number, characters: number, ms: number): void {
    const { requestMs } = this.#mark(ms);
    this.#open.set(segment, { characters, startMs: ms, requestMs });
    if (this.#open.size <= this.#allowed) return;
    this.#allowed = this.#open.size;
    this.#grownMs = ms;
  }

  /** Records that the provider does not work for a while: the time of the requests in flight will not be known. */
  interrupt(): void {
    for (const [segment, open] of this.#open) this.#open.set(segment, { ...open, isInterrupted: true });
  }

  /** Records that the request for a segment has ended. A failed one says nothing about the next. */
  end(segment: number, ms: number, isFailed = false): void {
    const { requestMs } = this.#mark(ms);
    const open = this.#open.get(segment);
    this.#open.delete(segment);
    if (!open || isFailed || open.isInterrupted) return;
    // A clock may be too coarse for a fast voice.
    const tookMs = Math.max(ms - open.startMs, 0.01);
    const atOnce = Math.max(1, (requestMs - open.requestMs) / tookMs);
    const isFirst = open.startMs < (this.#firstAnswerMs ?? ms);
    this.#firstAnswerMs ??= ms;
    this.#samples.push({ characters: open.characters, ms: tookMs, atOnce, isFirst });
    this.#model.fit(this.#samples);
  }

  /** Returns the forecast at a time, or undefined before a request was answered. */
  forecast({ characters, requests }: Unspoken, ms: number): RequestForecast | undefined {
    if (this.#samples.length === 0) return undefined;
    const model = this.#model;
    const { atOnce, share, isGrowing } = this.#flight(ms);
    const usualMs = (length: number): number => model.usualMs(length, atOnce);
    let late = { requests: 0, excess: 0 };
    const rests = [...this.#open.values()].map((open) => {
      const usual = usualMs(open.characters);
      const age = (ms - open.startMs) / usual;
      const rest = model.restAfter(age);
      if (age > lateAge) late = { requests: late.requests + 1, excess: late.excess + age + rest - 1 };
      return usual * rest;
    });
    const lateness = 1 + late.excess / (this.#samples.length + late.requests);
    const meanMs = usualMs(characters / Math.max(1, requests)) * lateness;
    const maxAtOnce = isGrowing ? Math.max(atOnce, this.#maxAtOnce * share) : atOnce;
    const typical = this.#meanCharacters();
    return {
      ms: model.isShared
        ? (rests.reduce((sum, rest) => sum + rest, 0) + meanMs * requests) / atOnce
        : scheduledMs({ rests, count: requests, meanMs, ratios: model.ratios, atOnce, maxAtOnce }),
      msPerCharacter: (usualMs(typical) * lateness) / typical / maxAtOnce,
      spread: model.spread,
      samples: this.#samples.length,
    };
  }

  #meanCharacters(): number {
    return this.#samples.reduce((sum, sample) => sum + sample.characters, 0) / this.#samples.length;
  }

  /** Returns how many requests are in flight, by the latest half of the time. */
  #flight(ms: number): { readonly atOnce: number; readonly share: number; readonly isGrowing: boolean } {
    const now = this.#mark(ms);
    const startMs = this.#marks[0]?.ms ?? ms;
    const half = this.#markAt((startMs + ms) / 2) ?? now;
    const allowed = now.allowedMs - half.allowedMs;
    const share = allowed > 0 ? (now.requestMs - half.requestMs) / allowed : 1;
    const roundMs = this.#model.usualMs(this.#meanCharacters(), this.#allowed);
    return {
      atOnce: Math.max(1, this.#allowed * share),
      share,
      isGrowing: ms - this.#grownMs < 1.5 * roundMs,
    };
  }

  #markAt(ms: number): Mark | undefined {
    let [low, high] = [0, this.#marks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#marks[middle]?.ms ?? 0) <= ms) low = middle;
      else high = middle - 1;
    }
    return this.#marks[low];
  }

  #mark(ms: number): Mark {
    const last = this.#marks.at(-1) ?? { ms, requestMs: 0, allowedMs: 0 };
    const tookMs = ms - last.ms;
    const mark = {
      ms,
      requestMs: last.requestMs + tookMs * this.#open.size,
      allowedMs: last.allowedMs + tookMs * Math.max(this.#allowed, 1),
    };
    if (tookMs > 0 || this.#marks.length === 0) this.#marks.push(mark);
    return mark;
  }
}
