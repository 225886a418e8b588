const word = /[\p{L}\p{N}\p{M}£$€%&@][\p{L}\p{N}\p{M}'’.,£$€%]*/gu;

/** The point belongs to the word: without it espeak-ng reads the letters. */
const abbreviation = /^(?:mr|mrs|dr|st|ms|prof|etc|no|vs)\.$/iu;

/** Returns the words of a text that are spoken, in order. */
export function textWords(text: string): readonly string[] {
  const found = text.normalize('NFKC').match(word) ?? [];
  return found.map((one) => (abbreviation.test(one) ? one : one.replace(/[.,'’]+$/u, ''))).filter((one) => one !== '');
}
