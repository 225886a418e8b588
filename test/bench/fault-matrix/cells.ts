import { seededRandom } from '../../helpers/seeded-random.ts';
import { allFaults } from '../../helpers/servers/fault-kinds.ts';
import type { Fault } from '../../helpers/servers/fault-kinds.ts';
import type { RunTime } from './time-bound.ts';

/** How often a fault occurs. */
export const rates = ['twice', '20 %', 'always'] as const;
export type Rate = (typeof rates)[number];

/** Faults of the embedded engine, which is a process. */
export const engineFaults = ['engine-killed', 'engine-hung'] as const;
export type EngineFault = (typeof engineFaults)[number];

/** One run: a provider whose service has one kind of fault, or none to measure how long that takes. */
export interface Cell {
  readonly provider: string;
  readonly kind: Fault | EngineFault | 'none';
  readonly rate: Rate;
  /** Chooses the faulty answers of `20 %`. Default: 0. */
  readonly seed?: number | undefined;
}

/**
 * How a run ended. `named`: words are wrong only in passages that the report lists as doubtful. `failure` is a run that breaks the
 * promise: neither the whole audio, nor a passage that is named, nor a clear error.
 */
export interface CellResult extends RunTime {
  readonly outcome: 'whole' | 'named' | 'error' | 'failure';
  /** What happened, in a few words: the code of the error and its message, or what is wrong. */
  readonly detail: string;
  /** Words of the book that are not in the sound, and words of the sound that are not in the book. */
  readonly lost: number;
  readonly surplus: number;
}

/** Which cells to run. */
export interface CellChoice {
  readonly providers: readonly string[];
  /** Empty for all. */
  readonly kinds: readonly string[];
  readonly rates: readonly Rate[];
  readonly seed: number;
}

/** Returns all cells of some providers, kinds and rates. */
export function allCells({ providers, kinds, rates: chosen, seed }: CellChoice): Cell[] {
  const cells: Cell[] = [];
  for (const provider of providers) {
    for (const kind of provider === 'embedded' ? engineFaults : allFaults) {
      if (kinds.length > 0 && !kinds.includes(kind)) continue;
      cells.push(...chosen.map((rate) => ({ provider, kind, rate, seed })));
    }
  }
  return cells;
}

/** Returns whether a request, counted from 0, has the fault. The same in every run with one seed; `20 %` begins with a fault. */
export function isFaulty({ provider, kind, rate, seed: drawing = 0 }: Cell): (request: number) => boolean {
  if (kind === 'none') return () => false;
  if (rate === 'always') return () => true;
  if (rate === 'twice') return (request) => request === 2 || request === 3;
  const seed = Array.from(`${provider} ${kind}`).reduce(
    (sum, character) => sum * 31 + (character.codePointAt(0) ?? 0),
    7 + drawing,
  );
  const random = seededRandom(seed % 2 ** 31);
  const drawn: boolean[] = [true];
  return (request) => {
    while (drawn.length <= request) drawn.push(random() < 0.2);
    return drawn[request] ?? false;
  };
}
