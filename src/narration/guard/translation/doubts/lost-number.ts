import { numbersIn } from '../../numbers-in.ts';

/**
 * Returns a number that only one of a text and its translation has, in digits, or undefined. A number of one digit may be spelled out, and many others may
 * be written in another way, so this is no more than a doubt.
 */
export function differentNumber(text: string, source: string): string | undefined {
  const [own, original] = [numbersIn(text), numbersIn(source)];
  const lost = original.find((number) => number.length > 1 && !own.includes(number));
  return lost ?? own.find((number) => !original.includes(number));
}
