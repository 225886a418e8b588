/** Characters that are not seen and mean nothing in any script, those that turn the direction of a line included. */
const invisible = /[\u00AD\u200B\u200E\u200F\u2060\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const mixed = /(?=\p{L}*\p{Script=Latin})(?=\p{L}*\p{Script=Cyrillic})\p{L}+/gu;
/** Letters that look the same in both alphabets. */
const latin = 'aceiopxyABCEHIKMOPTXY';
const cyrillic = 'асеіорхуАВСЕНІКМОРТХУ';

/** Removes characters that are not seen, and writes a word that has letters of two alphabets in the one of them that it is in. */
export function plainLetters(text: string): string {
  const seen = text.replaceAll(invisible, '');
  if (!/\p{Script=Cyrillic}/u.test(seen) || !/\p{Script=Latin}/u.test(seen)) return seen;
  const inLatin = converted(seen, cyrillic, latin);
  return /\p{Script=Cyrillic}/u.test(inLatin) ? seen.replaceAll(mixed, (word) => inOneAlphabet(word)) : inLatin;
}

function inOneAlphabet(word: string): string {
  const written = [converted(word, cyrillic, latin), converted(word, latin, cyrillic)];
  return written.find((each) => !/\p{Script=Latin}/u.test(each) || !/\p{Script=Cyrillic}/u.test(each)) ?? word;
}

function converted(text: string, from: string, to: string): string {
  return Array.from(text, (letter) => to[from.indexOf(letter)] ?? letter).join('');
}
