import { cutToBytes } from './strings/cut-to-bytes.ts';

/** Most file systems allow names of 255 bytes. This leaves room for numbers and extensions. */
const maxBytes = 120;

/**
 * Returns a title as part of a file name that every system accepts: without separators, reserved characters or names and
 * invisible characters, without a dot or space at either end, at most 120 bytes of UTF-8. May be empty.
 */
export function fileName(title: string): string {
  return cutName(plainName(title), maxBytes);
}

/**
 * Returns the name of a file for a folder of our own: as `fileName` does, but with its extension, which may show the format.
 * May be empty.
 */
export function nameOfFile(name: string): string {
  const plain = plainName(name);
  const extension = /(?<=[^.])\.[^. ]{1,16}$/u.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length);
  return cutName(stem, maxBytes - Buffer.byteLength(extension)) + extension;
}

function plainName(title: string): string {
  return title
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/[/\\:*?"<>|\s]+/gu, ' ')
    .replace(/^[. ]+/u, '')
    .replace(reservedByWindows, '$&_');
}

function cutName(name: string, bytes: number): string {
  return cutToBytes(name, bytes).replace(/[. \u200C]+$/u, '');
}

/** The joiner inside an emoji. */
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D`;

/** Joiners inside words, as in Persian and Sinhala, and after the virama at the end of some words in Malayalam. In Latin text they only make ligatures. */
const letterJoiner = String.raw`(?<=(?!\p{Script=Latin})[\p{L}\p{M}])[\u200C\u200D](?=(?!\p{Script=Latin})[\p{L}\p{M}])|(?<=(?!\p{Script=Inherited})\p{M})\u200D`;

/** Control characters, direction marks, lone surrogates and unassigned code points. White space and visible joiners stay. */
const invisible = new RegExp(String.raw`(?!\s|${emojiJoiner}|${letterJoiner})[\p{Cc}\p{Cf}\p{Cs}\p{Cn}]`, 'gu');

/** With any extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reservedByWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/iu;
