import { AudiobookError } from '../core/errors.ts';
import { generateDefaults } from './language-model.ts';
import type { GenerateParameters, GivenParameters } from './language-model.ts';

/** Least and most of a parameter, and whether it counts something. */
type Range = readonly [least: number, most: number, whole: boolean];

const ranges: Readonly<Record<keyof GenerateParameters, Range>> = {
  temperature: [0, 2, false],
  topP: [0, 1, false],
  numCtx: [512, 10_000_000, true],
  repeatPenalty: [0, 10, false],
  seed: [0, Number.MAX_SAFE_INTEGER, true],
  topK: [0, 1_000_000, true],
  numPredict: [16, 1_000_000, true],
};

/** Parameters of a request with the defaults filled in; `undefined` counts as not given. Throws `bad-value` for one out of its range. */
export function resolveParameters(request: GivenParameters): GenerateParameters {
  const given = Object.entries(request).filter(([name, value]) => Object.hasOwn(ranges, name) && value !== undefined);
  for (const [name, value] of given) checkRange(name, value);
  return { ...generateDefaults, ...Object.fromEntries(given) };
}

function checkRange(name: string, value: unknown): void {
  const [, [least, most, whole]] = Object.entries(ranges).find(([known]) => known === name) ?? ['', [0, 0, false]];
  const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (fits) return;
  const kind = whole ? 'a whole number' : 'a number';
  throw new AudiobookError('bad-value', `${name} is ${String(value)}; wanted ${kind} from ${least} to ${most}.`);
}
