import { plainLetters } from './plain-letters.ts';

const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    hellip: '…',
    mdash: '—',
    ndash: '–',
    ldquo: '“',
    rdquo: '”',
    lsquo: '‘',
    rsquo: '’',
    laquo: '«',
    raquo: '»',
  }),
);
const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/giu;
const escape = /\\(?:u([\da-f]{4})|([nrt])|(["'/*_#>`[\]\\]))/giu;

/** Bytes 0x80 to 0x9F in the old encoding of Windows, as which UTF-8 is sometimes read. The others are those of Latin-1. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The first byte of a typographic sign and its second one, which never follow each other in a text; then letters with accents, which seldom do. */
const misreadSign = /â(?:€|\u0080)/u;
const misreadLetter = /[ÃÐÑÎÏ][\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]/gu;
const minMisread = 2;

/**
 * Returns a text with the characters that were meant: of entities (`&quot;`) and of escapes (`\n`, `\u2019`) unless the source has such, of UTF-8
 * that was read as another encoding (`Ã©`), and without those that are not seen.
 */
export function decode(text: string, source: string): string {
  const plain = new RegExp(entity.source, 'iu').test(source) ? text : text.replaceAll(entity, characterOf);
  const unescaped = source.includes('\\') ? plain : plain.replaceAll(escape, signOf);
  return plainLetters(
    isMisread(unescaped, source) ? unescaped.replaceAll(/[\u0080-\uFFFF]{2,}/gu, redecode) : unescaped,
  )
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/\p{Co}|\p{Variation_Selector}/gu, '');
}

/** Reports whether a decoded text still has what only a machine writes. */
export function isGarbled(text: string, source: string): boolean {
  return /\uFFFD|\\u[\da-f]{4}|\\[nt](?![\p{Ll}])/u.test(text) && !/[\uFFFD\\]/u.test(source);
}

function signOf(_found: string, code?: string, space?: string, sign?: string): string {
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
  return space === undefined ? (sign ?? '') : '\n';
}

function characterOf(found: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named.get(name.toLowerCase()) ?? found;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code >= 0x20 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : found;
}

function isMisread(text: string, source: string): boolean {
  const isFound = misreadSign.test(text) || (text.match(misreadLetter)?.length ?? 0) >= minMisread;
  return isFound && !misreadSign.test(source) && source.search(misreadLetter) < 0;
}

/** Returns what the bytes of characters are in UTF-8, or the characters when they are not. */
function redecode(run: string): string {
  const values = Array.from(run, byteOf);
  if (values.some((value) => value > 0xff)) return run;
  try {
    return utf8.decode(Uint8Array.from(values));
  } catch {
    return run;
  }
}

function byteOf(character: string): number {
  const index = windows.indexOf(character);
  return index < 0 ? (character.codePointAt(0) ?? 0) : 0x80 + index;
}
