/** Returns the replacement for the slash of a price: `19,90 €/Stück`. */
export function ratePhrase(word: string): readonly [pattern: RegExp, words: string] {
  return [/(?<=[€$£]) ?\/ ?(?=\p{L}{3})/gu, ` ${word} `];
}
