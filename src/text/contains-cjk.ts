const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Whether a text holds Han, Hiragana, Katakana, Hangul or Bopomofo; full-width brackets and marks alone do not count. */
export function containsCjk(text: string): boolean {
  return cjk.test(text);
}
