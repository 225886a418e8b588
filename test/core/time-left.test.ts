import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '../../src/core/progress.ts';
import { timeLeft } from '../../src/core/time-left.ts';
import { seededRandom } from '../helpers/seeded-random.ts';

/** A service, with times in milliseconds. */
interface Service {
  /** Time of a request, by its characters and its place in the run from 0 to 1. */
  readonly requestMs: (characters: number, place: number) => number;
  /** Requests at a time, by the place in the run. */
  readonly atOnce?: (place: number) => number;
  /** Reports whether a segment is in the store. */
  readonly isStored?: (segment: number) => boolean;
  /** A wait for the service before this segment. */
  readonly wait?: { readonly segment: number; readonly ms: number };
}

/** A book of about 60,000 words. */
const segments = 2000;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns the largest error of the estimated end from the first tenth on, as a share of the whole time, on a clock of its own. */
function largestError({ requestMs, atOnce = () => 1, isStored = () => false, wait }: Service, seed: number): number {
  const random = seededRandom(seed);
  const lengths = Array.from({ length: segments }, () => 40 + Math.floor(random() * 260));
  const characters = sum(lengths);
  const storedCharacters = sum(lengths.filter((_, segment) => isStored(segment)));
  let nowMs = 1_000_000;
  const estimate = timeLeft(() => nowMs);
  const count = (event: ProgressEvent): void => estimate.count(event);
  count({ type: 'plan-made', chapters: 1, segments, characters, stored: 0, storedCharacters });
  const startMs = nowMs;
  // Requests run side by side, and what they bring is written in order.
  let free: number[] = [];
  let writtenMs = nowMs;
  let shiftMs = 0;
  let made = 0;
  const seen: { readonly atMs: number; readonly endMs: number }[] = [];
  for (const [segment, length] of lengths.entries()) {
    const stored = isStored(segment);
    const place = segment / segments;
    if (!stored) {
      while (free.length < atOnce(place)) free.push(writtenMs - shiftMs);
      free = free.toSorted((a, b) => a - b);
      const doneMs = (free[0] ?? 0) + requestMs(length, place);
      free[0] = doneMs;
      writtenMs = Math.max(writtenMs, doneMs + shiftMs);
    }
    if (segment === wait?.segment) {
      count({ type: 'provider-wait', reason: 'refused', sinceMs: 0 });
      nowMs += wait.ms;
      [shiftMs, writtenMs] = [shiftMs + wait.ms, writtenMs + wait.ms];
      count({ type: 'provider-ready', waitedMs: wait.ms });
    }
    nowMs = Math.max(nowMs, writtenMs);
    count({ type: 'segment-spoken', chapter: 0, segment, characters: length, seconds: 1, stored });
    made += stored ? 0 : length;
    const left = estimate.seconds();
    const isCounted = made >= (characters - storedCharacters) / 10 && segment >= (wait?.segment ?? 0);
    if (isCounted && left !== undefined) seen.push({ atMs: nowMs, endMs: nowMs + left * 1000 });
  }
  expect(seen.length).toBeGreaterThan(segments / 4);
  expect(estimate.seconds()).toBe(0);
  return Math.max(...seen.map(({ endMs }) => Math.abs(endMs - nowMs))) / (nowMs - startMs);
}

/** Uneven times: most are near the middle, some several times as long. */
function uneven(seed: number): () => number {
  const random = seededRandom(seed);
  return () => 0.4 + 1.2 * random() ** 2 + (random() < 0.03 ? 3 : 0);
}

describe('the time left', () => {
  it.each<[string, (seed: number) => Service]>([
    ['a slow service', () => ({ requestMs: (characters) => 5000 + characters * 300 })],
    [
      'a fast service with many requests at once',
      () => ({ requestMs: (characters) => characters / 10, atOnce: () => 16 }),
    ],
    [
      'an uneven service',
      (seed) => {
        const factor = uneven(seed);
        return { requestMs: (characters) => (500 + characters * 20) * factor(), atOnce: () => 4 };
      },
    ],
    [
      'a service that takes more and more requests at once in the beginning',
      () => ({ requestMs: (characters) => 300 + characters * 10, atOnce: (place) => (place < 0.02 ? 2 : 8) }),
    ],
    [
      'a model that is loaded first',
      () => ({ requestMs: (characters, place) => (place === 0 ? 40_000 : characters * 30) }),
    ],
    [
      'a run that goes on after an interruption',
      () => ({ requestMs: (characters) => characters * 50, isStored: (segment) => segment < 600 }),
    ],
    [
      'a run in which some chapters have changed',
      () => ({ requestMs: (characters) => characters * 50, isStored: (segment) => segment % 100 < 60 }),
    ],
    [
      'a service that was gone for an hour',
      () => ({ requestMs: (characters) => characters * 50, wait: { segment: 300, ms: 3_600_000 } }),
    ],
  ])('is within 15 % of the real end from the first tenth on, with %s', (_name, service) => {
    const errors = Array.from({ length: 5 }, (_, seed) => largestError(service(seed + 1), seed + 1));
    expect(Math.max(...errors)).toBeLessThanOrEqual(0.15);
  });

  it('is not known before something was synthesized, and goes on between two segments', () => {
    let nowMs = 0;
    const estimate = timeLeft(() => nowMs);
    estimate.count({ type: 'plan-made', chapters: 1, segments: 10, characters: 1000, stored: 1 });
    const spoken = { type: 'segment-spoken', chapter: 0, segment: 0, characters: 100, seconds: 1 } as const;
    estimate.count({ ...spoken, stored: true });
    expect(estimate.seconds()).toBeUndefined();
    nowMs = 10_000;
    estimate.count({ ...spoken, stored: false });
    expect(estimate.seconds()).toBe(80);
    nowMs = 14_000;
    expect(estimate.seconds()).toBe(76);
    estimate.count({ type: 'provider-wait', reason: 'refused', sinceMs: 0 });
    nowMs = 60_000;
    expect(estimate.seconds()).toBe(76);
  });
});
