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
  return cutToBytes(plain, mostBytes).replace(/[. ]+$/u, '');
}

/** Controls, direction marks, lone surrogates and what no character is; white space stays, and the joiner inside an emoji. */
const invisible =
  /(?!\s)(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Cn}]/gu;

/** With any ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reservedByWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/iu;
