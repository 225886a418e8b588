import { describe, expect, it } from 'vitest';
import type { EarlierRuns } from '../../src/core/progress.ts';
import { median, sum } from '../../src/core/statistics.ts';
import { timeLeft } from '../../src/core/time-left/time-left.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { simulatedRun } from '../helpers/simulated-run.ts';
import type { SeenRequest, SimulatedRun } from '../helpers/simulated-run.ts';

type Service = (random: () => number, lengths: readonly number[]) => Omit<SimulatedRun, 'lengths'>;

const few = { start: 2, max: 4 };
const many = { start: 4, max: 16 };
const usual = ({ characters }: Pick<SeenRequest, 'characters'>): number => 500 + characters * 20;
const pauseMs = 30_000;
const perCharacterMs = 0.6;

function bookOf(segments: number, random: () => number): readonly number[] {
  return Array.from({ length: segments }, () => 40 + Math.floor(random() * 260));
}

/** Every request takes by chance between 0.7 and 1.3 times as long as usual. */
function noisy(random: () => number): SimulatedRun['requestMs'] {
  return (request) => usual(request) * (0.7 + 0.6 * random());
}

/** One request of ten takes eight times as long as usual. */
function uneven(random: () => number): SimulatedRun['requestMs'] {
  return (request) => usual(request) * (random() < 0.1 ? 8 : 1);
}

/** What an earlier run has measured, with this many requests at once on average, and times relative to the usual ones. */
function known(lengths: readonly number[], atOnce: number, factor: number): EarlierRuns {
  const requestsMs = sum(lengths.map((characters) => usual({ characters }))) * factor;
  return { charactersPerSecond: (1000 * sum(lengths) * atOnce) / requestsMs };
}

const services: readonly (readonly [string, Service])[] = [
  ['slow', () => ({ requestMs: ({ characters }) => 5000 + characters * 300 })],
  [
    'fast, with many requests at once',
    () => ({ requestMs: ({ characters }) => 300 + characters / 2, concurrency: many }),
  ],
  ['of one latency, with many requests at once', () => ({ requestMs: () => 1000, concurrency: many })],
  ['a little uneven', (random) => ({ requestMs: noisy(random), concurrency: few })],
  [
    'a little uneven, and known',
    (random, lengths) => ({ requestMs: noisy(random), concurrency: few, earlier: known(lengths, 3.8, 1) }),
  ],
  [
    'resumed in the middle, with an end of its own',
    (_, lengths) => ({
      requestMs: usual,
      concurrency: few,
      isStored: (segment) => segment < lengths.length / 2,
      tailMs: perCharacterMs * sum(lengths),
      earlier: { finishingMsPerCharacter: perCharacterMs },
    }),
  ],
  [
    'of which six of ten segments are stored',
    () => ({ requestMs: usual, concurrency: few, isStored: (segment) => segment % 10 < 6 }),
  ],
  [
    'that demands a pause, once it has begun',
    (_, lengths) => ({ requestMs: usual, concurrency: few, pause: { segment: lengths.length / 5, ms: pauseMs } }),
  ],
  ['half as fast as in the run before', (_, lengths) => ({ requestMs: usual, earlier: known(lengths, 2, 1) })],
  ['that loads its model first', () => ({ requestMs: (request) => (request.segment === 0 ? 40_000 : usual(request)) })],
  ['very uneven', (random) => ({ requestMs: uneven(random) })],
  ['very uneven, and known', (random, lengths) => ({ requestMs: uneven(random), earlier: known(lengths, 1, 1.7) })],
  ['very uneven, with a few at once', (random) => ({ requestMs: uneven(random), concurrency: few })],
  [
    'whose requests share one processor',
    () => ({ isShared: true, requestMs: usual, concurrency: { start: 2, max: 8 } }),
  ],
  [
    'that becomes slower by half',
    () => ({ requestMs: (request) => usual(request) * (1 + request.place / 2), concurrency: few }),
  ],
];

/** The largest error from the middle of the run on, in percent of the whole time: the median of some books of so many segments. */
const limits: readonly (readonly [segments: number, percent: number])[] = [
  [100, 25],
  [300, 10],
];
const seeds = 5;

describe('the time left', () => {
  // docs/cli.md says what these runs show.
  it.each(services)('knows the end from the middle on, with a service %s', async (_name, service) => {
    for (const [segments, percent] of limits) {
      const largest: number[] = [];
      for (let seed = 1; seed <= seeds; seed += 1) {
        const random = seededRandom(seed);
        const lengths = bookOf(segments, random);
        const { errors } = await simulatedRun({ lengths, ...service(random, lengths) });
        expect(errors.length).toBeGreaterThan(2);
        largest.push(100 * Math.max(...errors));
      }
      expect(median(largest)).toBeLessThanOrEqual(percent);
    }
  });

  it('is not known before some requests were answered, stands still while the provider is waited for, and goes on within a request', () => {
    let nowMs = 0;
    const estimate = timeLeft(() => nowMs);
    estimate.count({ type: 'plan-made', chapters: 1, segments: 10, characters: 1000, stored: 0 });
    const start = (segment: number): void => estimate.count({ type: 'request-start', segment, characters: 100 });
    for (let segment = 0; segment < 3; segment += 1) {
      expect(estimate.seconds()).toBeUndefined();
      start(segment);
      nowMs += 10_000;
      estimate.count({ type: 'request-end', segment, characters: 100 });
    }
    expect(estimate.seconds()).toBeCloseTo(70);
    start(3);
    nowMs += 4000;
    expect(estimate.seconds()).toBeCloseTo(66);
    estimate.count({ type: 'provider-wait', reason: 'refused', sinceMs: 0 });
    nowMs += 3_600_000;
    expect(estimate.seconds()).toBeCloseTo(66);
    estimate.count({ type: 'provider-ready', waitedMs: 3_600_000 });
    estimate.count({ type: 'provider-pause', reason: 'busy', pauseMs: 30_000 });
    expect(estimate.seconds()).toBeCloseTo(96);
  });

  it('counts a request that fails, and audio that is refused, as not made', () => {
    let nowMs = 0;
    const estimate = timeLeft(() => nowMs);
    const plan = { chapters: 1, segments: 4, characters: 400, stored: 0 };
    estimate.count({ type: 'plan-made', ...plan, earlier: { charactersPerSecond: 10 } });
    expect(estimate.seconds()).toBe(40);
    estimate.count({ type: 'request-start', segment: 0, characters: 100 });
    estimate.count({ type: 'request-end', segment: 0, characters: 100, failed: true });
    expect(estimate.seconds()).toBe(40);
    for (const segment of [0, 1, 2]) {
      estimate.count({ type: 'request-start', segment, characters: 100 });
      nowMs += 10_000;
      estimate.count({ type: 'request-end', segment, characters: 100 });
    }
    expect(estimate.seconds()).toBeCloseTo(10);
    estimate.count({ type: 'request-start', segment: 1, characters: 100 });
    expect(estimate.seconds()).toBeCloseTo(20);
  });

  it('is known when everything is stored, and at the end, from what was written and encoded so far', () => {
    let nowMs = 0;
    const estimate = timeLeft(() => nowMs);
    estimate.count({ type: 'plan-made', chapters: 1, segments: 4, characters: 400, stored: 4, storedCharacters: 400 });
    expect(estimate.seconds()).toBeUndefined();
    for (const left of [6, 4, 2, 0]) {
      nowMs += 2000;
      const spoken = { type: 'segment-spoken', chapter: 0, segment: 0, characters: 100, seconds: 1 } as const;
      estimate.count({ ...spoken, stored: true });
      expect(estimate.seconds()).toBeCloseTo(left);
    }
    estimate.count({ type: 'assembly-start' });
    const pass = { type: 'encode-again', reason: 'too quiet' } as const;
    estimate.count({ ...pass, percent: 0 });
    nowMs += 2000;
    estimate.count({ ...pass, percent: 25 });
    expect(estimate.seconds()).toBeCloseTo(6);
  });
});
