/** A request that was answered. */
export interface Sample {
  readonly characters: number;
  readonly ms: number;
  /** Requests in flight during its time, on average. */
  readonly atOnce: number;
  /** Whether it began before any other was answered. */
  readonly isFirst: boolean;
}

/** The parameters from which the time of a request follows, given its text and the requests beside it. */
interface Shape {
  /** A request takes as long as if its text had this many more characters. */
  readonly overhead: number;
  /** Whether requests share what the service can do, so that each takes longer the more there are. */
  readonly isShared: boolean;
}

const usualShape: Shape = { overhead: 60, isShared: false };
const shapes: readonly Shape[] = [usualShape.overhead, 0, 20, 150, 500, 3000].flatMap((overhead) =>
  [false, true].map((isShared) => ({ overhead, isShared })),
);

/** The model is drawn from the latest requests. */
const maxSamples = 1000;
/** By so much a shape must explain the times better than the usual one, in squares of logarithms over all requests. */
const doubt = { overhead: 0.02, isShared: 0.02 };
/** Spread that is assumed until some requests have shown it, and the number of requests that it counts for. */
const assumed = { spread: 0.2, requests: 3 };

/** Number of requests from which a slow one counts in full by half. */
const cautious = 8;

/** Tells how long requests take. The times that were seen are taken as the distribution of those to come. */
export class RequestModel {
  #shape = usualShape;
  /** Time of a request with one character and no overhead. */
  #unitMs = 0;
  /** Times relative to the usual time, in ascending order. */
  ratios: readonly number[] = [];
  #fittedTo = 0;

  get isShared(): boolean {
    return this.#shape.isShared;
  }

  /** Standard deviation of the time of a request relative to its usual time. */
  get spread(): number {
    const squares = sum(this.ratios.map((ratio) => (ratio - 1) ** 2));
    const { spread, requests } = assumed;
    return Math.sqrt((squares + requests * spread ** 2) / (this.ratios.length + requests));
  }

  /** Draws the model from requests. Many more do not change it often. */
  fit(samples: readonly Sample[]): void {
    if (samples.length < this.#fittedTo * 1.02) return;
    this.#fittedTo = samples.length;
    const latest = withoutFirst(samples.slice(-maxSamples));
    let best = { shape: this.#shape, squares: Infinity };
    for (const shape of shapes) {
      const squares = logSquares(latest, shape) + doubtOf(shape);
      if (squares < best.squares) best = { shape, squares };
    }
    this.#shape = best.shape;
    const units = latest.map((sample) => ({
      units: sample.characters + best.shape.overhead,
      ms: alone(sample, best.shape),
    }));
    const mean = sum(units.map(({ ms }) => ms)) / sum(units.map((one) => one.units));
    const middle = Math.exp(sum(units.map((one) => Math.log(one.ms / one.units))) / units.length);
    // Of few requests, a slow one is an exception rather than one of many.
    this.#unitMs = middle * (mean / middle) ** (units.length / (units.length + cautious));
    this.ratios = units.map((one) => one.ms / (one.units * mean)).toSorted((a, b) => a - b);
  }

  /** Returns the usual time of a request for this many characters. */
  usualMs(characters: number, atOnce: number): number {
    const { overhead, isShared } = this.#shape;
    return (characters + overhead) * this.#unitMs * (isShared ? atOnce : 1);
  }

  /** Returns how long a request goes on that has taken `age` so far. Both are relative to its usual time. */
  restAfter(age: number): number {
    const longer = this.ratios.filter((ratio) => ratio > age);
    // It is slower than all before.
    if (longer.length === 0) return Math.max(0.1, age / 4);
    return sum(longer) / longer.length - age;
  }
}

/** The first requests may wait for a service to start. They are left out when there are as many others. */
function withoutFirst(samples: readonly Sample[]): readonly Sample[] {
  const others = samples.filter(({ isFirst }) => !isFirst);
  return others.length >= Math.max(2, samples.length - others.length) ? others : samples;
}

function doubtOf({ overhead, isShared }: Shape): number {
  return (overhead === usualShape.overhead ? 0 : doubt.overhead) + (isShared ? doubt.isShared : 0);
}

function alone({ ms, atOnce }: Sample, { isShared }: Shape): number {
  return isShared ? ms / atOnce : ms;
}

/** Returns the sum of the squared differences to the usual time, as logarithms, so that few slow requests do not decide. */
function logSquares(samples: readonly Sample[], shape: Shape): number {
  const logs = samples.map((sample) => Math.log(alone(sample, shape) / (sample.characters + shape.overhead)));
  const mean = sum(logs) / logs.length;
  return sum(logs.map((log) => (log - mean) ** 2));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
