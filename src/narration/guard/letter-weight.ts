import { containsCjk } from '../../text/contains-cjk.ts';

/** Returns the number of letters and digits, of which a Chinese character counts as three: about as much is said in any script. */
export function letterWeight(text: string): number {
  let sum = 0;
  for (const character of text) if (/[\p{L}\p{N}]/u.test(character)) sum += containsCjk(character) ? 3 : 1;
  return sum;
}
