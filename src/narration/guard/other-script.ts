/** Scripts by their letters: this many in a row are a word. Latin letters are in texts of every script, single Greek ones in any science. */
const scripts = [
  /\p{Script=Cyrillic}{3}/u,
  /\p{Script=Greek}{3}/u,
  /\p{Script=Hebrew}{2}/u,
  /\p{Script=Arabic}{2}/u,
  /\p{Script=Devanagari}{2}/u,
  /\p{Script=Thai}{2}/u,
  /\p{Script=Hangul}{2}/u,
  /\p{Script=Han}{2}/u,
  /[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u,
];

/** Reports whether a text has words in a script that its source does not have. */
export function hasOtherScript(text: string, source: string): boolean {
  return scripts.some((letters) => letters.test(text) && !letters.test(source));
}
