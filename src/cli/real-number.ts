import { AudiobookError } from '../core/errors.ts';

/** Reads a number from the command line. Throws `bad-value`. */
export function realNumber(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number)) return number;
  throw new AudiobookError('bad-value', `'${value}' is not a number.`);
}
