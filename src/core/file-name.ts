import { cutToBytes } from './cut-to-bytes.ts';

/** Most file systems take names of 255 bytes; this leaves room for numbers and endings. */
const mostBytes = 120;

/**
 * A title as a part of a file name that every system takes: no separators, reserved characters or names, nothing that
 * cannot be seen, no dot or blank at either end, at most 120 bytes of UTF-8. May be empty.
 */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/[/\\:*?"<>|\s]+/gu, ' ')
    .replace(/^[. ]+/u, '')
    .replace(reservedByWindows, '$&_');
  return cutToBytes(plain, mostBytes).replace(/[. \u200C]+$/u, '');
}

/** The joiner inside an emoji. */
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D`;

/** Joiners inside words, as in Persian and Sinhala, and behind the sign that ends some words in Malayalam; Latin has them for ligatures only. */
const letterJoiner = String.raw`(?<=(?!\p{Script=Latin})[\p{L}\p{M}])[\u200C\u200D](?=(?!\p{Script=Latin})[\p{L}\p{M}])|(?<=(?!\p{Script=Inherited})\p{M})\u200D`;

/** Controls, direction marks, lone surrogates and what no character is; white space and joiners that are seen stay. */
const invisible = new RegExp(String.raw`(?!\s|${emojiJoiner}|${letterJoiner})[\p{Cc}\p{Cf}\p{Cs}\p{Cn}]`, 'gu');

/** With any ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reservedByWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/iu;
