const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Returns whether a text contains Han, Hiragana, Katakana, Hangul or Bopomofo. Full-width punctuation alone does not count. */
export function containsCjk(text: string): boolean {
  return cjk.test(text);
}
