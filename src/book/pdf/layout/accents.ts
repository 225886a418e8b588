/** Accents that some programs draw as characters of their own, and the combining characters that mean the same. */
const combiningAccents = new Map([
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['¨', '\u0308'],
  ['´', '\u0301'],
  ['¸', '\u0327'],
  ['ˇ', '\u030C'],
  ['˚', '\u030A'],
]);
const accentBesideLetter = /([aeiouycnsz])([ˆ˜¨´¸ˇ˚])|([ˆ˜¨´¸ˇ˚])(\p{L})/giu;

/** Puts accents that stand beside their letters onto them: `Ageˆncia` and `cr´eer` become `Agência` and `créer`. */
export function joinAccents(text: string): string {
  return text.replace(accentBesideLetter, (all, before?: string, after?: string, leading?: string, letter?: string) => {
    const whole = ((before ?? letter ?? '') + (combiningAccents.get(after ?? leading ?? '') ?? '')).normalize('NFC');
    return Array.from(whole).length === 1 ? whole : all;
  });
}
