/** Accents that some programs draw as separate characters, with the combining characters of the same meaning. */
const combiningAccents = new Map([
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¨', '\u0308'],
  ['´', '\u0301'],
  ['¸', '\u0327'],
  ['ˇ', '\u030C'],
  ['˚', '\u030A'],
  ['¯', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['˝', '\u030B'],
]);
// A letter without a dot has the accent before it, as has a vowel behind a consonant that is more seldom accented.
const accentBesideLetter = /[aeiouycnsz][ˆ˜¨´¸ˇ˚](?!ı)(?<![cnsz][ˆ¨´](?=[aeiouy]))|[ˆ˜¨´¸ˇ˚¯˘˙˝]\p{L}/giu;
const presentationForms = /[\u00B5\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]+/gu;
const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3001-\u303F\uFF01-\uFF60]`;
const spaceBetweenCjk = new RegExp(`(?<=${cjk})\\s+(?=${cjk})`, 'gu');
const startsWithCjk = new RegExp(`^${cjk}`, 'u');
const endsWithCjk = new RegExp(`${cjk}$`, 'u');
const rightToLeftScript = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
// Controls, zero-width and direction marks, and what a font without a map to Unicode leaves behind.
const invisible = /(?!\s)\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/**
 * Returns the text with accents joined to their letters, ligatures and presentation forms decomposed and white space
 * normalized. Other compatibility characters (`²`, `½`) stay.
 */
export function readableText(raw: string): string {
  return joinAccents(raw)
    .replace(presentationForms, (forms) => forms.normalize('NFKC'))
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/‘‘/gu, '“')
    .replace(/’’/gu, '”')
    .replace(/\s+/gu, ' ')
    .replace(spaceBetweenCjk, '')
    .trim();
}

/** Joins accents to the letters beside them: `Ageˆncia` and `cr´eer` become `Agência` and `créer`. */
function joinAccents(text: string): string {
  return text.replace(accentBesideLetter, (pair) => {
    const [first = '', second = ''] = pair;
    return (combiningAccents.has(first) ? withAccent(second, first) : withAccent(first, second)) ?? pair;
  });
}

/** Returns a letter with an accent that was drawn as a character of its own; undefined when these make no letter. */
export function withAccent(letter: string, accent: string): string | undefined {
  const combining = combiningAccents.get(accent);
  if (combining === undefined || !/^\p{L}$/u.test(letter)) return undefined;
  // An accent that is drawn above takes the place of the dot.
  const joined = (letter.replace('ı', 'i') + combining).normalize('NFC');
  return Array.from(joined).length === 1 ? joined : undefined;
}

/** Returns what separates two pieces of running text: nothing between Chinese or Japanese characters, otherwise a space. */
export function separatorBetween(before: string, after: string): string {
  return endsWithCjk.test(before) && startsWithCjk.test(after) ? '' : ' ';
}

/** Reports whether a text contains a script that runs from right to left, such as Hebrew or Arabic. */
export function isRightToLeft(text: string): boolean {
  return rightToLeftScript.test(text);
}
