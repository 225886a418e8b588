import anyAscii from 'any-ascii';

/** Part of a segment's address. Must be increased when `fliteText` returns something else for the same text. */
export const fliteTextVersion = 1;

/** Replacements for characters whose plain transliteration would be silent or wrong. */
const spokenSigns: Readonly<Record<string, string>> = {
  '—': ', ',
  '―': ', ',
  '…': '... ',
  '•': ', ',
  '·': ' ',
  '°': ' degrees ',
  '§': ' section ',
  '¶': ' ',
  '×': ' times ',
  '÷': ' divided by ',
  '±': ' plus or minus ',
  '−': '-',
  '→': ' ',
  '†': ' ',
  '‡': ' ',
  '©': ' ',
  '®': ' ',
  '™': ' ',
  '\uFFFD': ' ',
};

/**
 * Returns a text as flite can speak it: ASCII only, because flite silently drops every other byte. Transliterates letters of
 * all scripts, replaces symbols by words, and removes what would break flite (control characters, long rows of signs).
 */
export function fliteText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replaceAll(/[£€¥]\s?(\d[\d.,]*\d|\d)/gu, (sum, amount: string) => `${amount} ${currency(sum)}`)
      // A range: flite would spell out 1914-18.
      .replaceAll(/(?<=\d)\s?–\s?(?=\d)/gu, ' to ')
      .replaceAll(/\s–\s?|–\s|–$/gu, ', ')
      .replaceAll(/[—―…•·°§¶×÷±−→†‡©®™\uFFFD]/gu, (sign) => spokenSigns[sign] ?? sign)
      .replaceAll(/[\u00BC-\u00BE\u2150-\u215E]/gu, (fraction) => ` ${anyAscii(fraction)} `)
      .replaceAll(/\p{Script=Han}/gu, (character) => ` ${anyAscii(character)} `)
      .replaceAll(/\p{Extended_Pictographic}/gu, (picture) => ` ${anyAscii(picture).replaceAll(/[:_]+/gu, ' ')} `)
      .replaceAll(/[^\n\u0020-\u007E]+/gu, (other) => (/\s/u.test(other) ? ' ' : anyAscii(other)))
      .replaceAll(/[^\n\u0020-\u007E]+/gu, ' ')
      // In capitals flite reads these words as states: «OH dear» would be «Ohio dear».
      .replaceAll(/\b(?:HI|LA|MA|ME|OH|OK|OR|PA)\b/gu, (word) => word.toLowerCase())
      .replaceAll(/ +/gu, ' ')
      .replaceAll(/ (?=[,;:?!])/gu, '')
      // Rows of hundreds of signs overrun flite's memory.
      .replaceAll(/([^A-Za-z0-9\s])\1{3,}/gu, '$1$1$1')
      .replaceAll(/[^A-Za-z0-9\s]{9,}/gu, (signs) => signs.slice(0, 8))
      .replace(/^[\s,]+/u, '')
      .trimEnd()
  );
}

function currency(sum: string): string {
  if (sum.startsWith('£')) return 'pounds';
  return sum.startsWith('€') ? 'euros' : 'yen';
}
