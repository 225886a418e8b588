import { AudiobookError } from '../core/errors.ts';

/** Reads a whole number of at least 1 from the command line. Throws `bad-value`. */
export function wholeNumber(value: string): number {
  return wholeNumberFrom(1)(value);
}

/** A reader of whole numbers within bounds, both included. It throws `bad-value`. */
export function wholeNumberFrom(least: number, most = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= least && number <= most && value.trim() !== '') return number;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new AudiobookError('bad-value', `'${value}' is not a whole number ${bounds}.`);
  };
}
