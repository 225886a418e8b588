/** Letters of an alphabet that say about as much as one sign of these scripts. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/\p{Script=Han}/u, 3],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u, 2],
];
/** Letters and digits, and the vowels that stand at them in the scripts of India and Southeast Asia. */
const counted = /[\p{L}\p{N}]|(?![\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}/u;

/** Returns the number of letters and digits, of which a Chinese character counts as three: about as much is said in any script. */
export function letterWeight(text: string): number {
  let sum = 0;
  for (const character of text) if (counted.test(character)) sum += weightOf(character);
  return sum;
}

function weightOf(character: string): number {
  if (character < '\u1100') return 1;
  return weights.find(([signs]) => signs.test(character))?.[1] ?? 1;
}
