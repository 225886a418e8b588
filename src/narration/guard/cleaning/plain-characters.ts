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

/** Bytes 0x80 to 0x9F in the old encoding of Windows, as which UTF-8 is sometimes read. The others are those of Latin-1. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** Two of the most frequent characters in such a text: letters with accents, and quotation marks. */
const misread = /Ã[\u00A0-\u00BF]|â(?:€|\u0080)/gu;
const minMisread = 2;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns a completion with the characters that were meant: of entities such as `&quot;`, unless the source has such, and of UTF-8 that was read as
 * another encoding, as `Ã©`.
 */
export function plainCharacters(text: string, source: string): string {
  const decoded = new RegExp(entity.source, 'iu').test(source) ? text : text.replaceAll(entity, characterOf);
  const isMisread = (decoded.match(misread)?.length ?? 0) >= minMisread && source.search(misread) < 0;
  return isMisread ? decoded.replaceAll(/[\u0080-\uFFFF]{2,}/gu, (run) => redecoded(run) ?? run) : decoded;
}

function characterOf(found: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named.get(name.toLowerCase()) ?? found;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code >= 0x20 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : found;
}

/** Returns what the bytes of characters are in UTF-8, or undefined when they are not. */
function redecoded(run: string): string | undefined {
  const values = Array.from(run, byteOf);
  if (values.some((value) => value > 0xff)) return undefined;
  try {
    return utf8.decode(Uint8Array.from(values));
  } catch {
    return undefined;
  }
}

function byteOf(character: string): number {
  const index = windows.indexOf(character);
  return index < 0 ? (character.codePointAt(0) ?? 0) : 0x80 + index;
}
