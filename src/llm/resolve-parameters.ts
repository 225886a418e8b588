import { invalidValue } from '../core/errors.ts';
import { generateDefaults } from './language-model.ts';
import type { GenerateParameters, GivenParameters } from './language-model.ts';

type Range = readonly [min: number, max: number, isInteger: boolean];

const ranges: Readonly<Record<keyof GenerateParameters, Range>> = {
  temperature: [0, 2, false],
  topP: [0, 1, false],
  numCtx: [512, 10_000_000, true],
  repeatPenalty: [0, 10, false],
  seed: [0, Number.MAX_SAFE_INTEGER, true],
  topK: [0, 1_000_000, true],
  numPredict: [16, 1_000_000, true],
};

/** Returns the parameters of a request with the defaults filled in. Throws `bad-value` for one outside its range. */
export function resolveParameters(request: GivenParameters): GenerateParameters {
  const given = Object.entries(request).filter(([name, value]) => Object.hasOwn(ranges, name) && value !== undefined);
  for (const [name, value] of given) checkRange(name, value);
  return { ...generateDefaults, ...Object.fromEntries(given) };
}

function checkRange(name: string, value: unknown): void {
  const [, [min, max, isInteger]] = Object.entries(ranges).find(([known]) => known === name) ?? ['', [0, 0, false]];
  const fits = typeof value === 'number' && value >= min && value <= max && (!isInteger || Number.isInteger(value));
  if (!fits) throw invalidValue(name, value, `${isInteger ? 'a whole number' : 'a number'} from ${min} to ${max}`);
}
