import { decodeOld } from './old-encodings.ts';

/** Encodings that the detector does not know, or takes for others; the more frequent ones first. */
const candidates = [
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'x-mac-cyrillic',
  'windows-1252',
  'macintosh',
  'cp850',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'cp852',
];
/** A text in its own encoding has hardly any odd sign. */
const minOddShare = 0.01;
/** Another encoding is better when only this share of the odd signs is left. */
const maxOddLeft = 0.25;

/**
 * Returns the encoding in which the words of a text are words, if they are not in the one that the frequency of its bytes suggested:
 * signs stand inside of them (`Stra§e`), capitals behind small letters (`cafŽ`) or letters of two scripts side by side.
 */
export function betterEncoding(bytes: Uint8Array, found: string, foundText: string): string {
  const odd = oddShare(foundText);
  if (odd < minOddShare) return found;
  const others = candidates.filter((encoding) => encoding !== found);
  const shares = others.map((encoding) => ({ encoding, odd: oddShare(decodeOld(bytes, encoding)) }));
  const best = shares.reduce((one, other) => (other.odd < one.odd ? other : one));
  return best.odd <= odd * maxOddLeft ? best.encoding : found;
}

const scripts = ['Latin', 'Cyrillic', 'Greek'];
const pairs = scripts.flatMap((one) =>
  scripts.flatMap((other) => (one === other ? [] : [`\\p{Script=${one}}(?=\\p{Script=${other}})`])),
);
/** Quotes, dashes and dots that stand between two words, and what joins the parts of one. */
const between = '\\s–—―‐‑’‘“”„«»‹›…·•\\u00AD';
const oddSigns = [
  String.raw`[\uFFFD\u0080-\u009F]`,
  String.raw`(?<=\p{L})[^\p{L}\p{M}\p{N}\p{ASCII}${between}](?=\p{L})`,
  String.raw`(?<=\p{L})[‚„¡¿](?!\p{L})`,
  String.raw`(?<=\p{Ll})(?!\p{ASCII})\p{Lu}`,
  ...pairs,
];
const oddSign = new RegExp(oddSigns.join('|'), 'gu');
/** Pounds and accents of a text in Latin letters can be Cyrillic letters in other encodings, but no words. */
const loneLetter = /(?<!\p{Script=Cyrillic})\p{Script=Cyrillic}(?!\p{Script=Cyrillic})/gu;
const largeSign = /(?!\p{ASCII})\p{Lu}/gu;

/** Capitals that are not rare are a little odd: another encoding can exchange them for the small letters. */
const weightOfCapital = 0.02;

/** Returns the share of odd signs among those beyond ASCII. */
function oddShare(text: string): number {
  const signs = countOf(text, /\P{ASCII}/gu);
  if (signs === 0) return 0;
  if (countOf(text, loneLetter) > countOf(text, /\p{Script=Cyrillic}{2,}/gu)) return 1;
  return (countOf(text, oddSign) + weightOfCapital * countOf(text, largeSign)) / signs;
}

function countOf(text: string, pattern: RegExp): number {
  return Array.from(text.matchAll(pattern)).length;
}
