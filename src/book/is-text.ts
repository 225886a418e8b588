import { wideEncoding } from './converted/encoding/wide-encoding.ts';

/** Bytes of a file that are looked at. */
const startLength = 4096;

/** Reports whether bytes begin as a text can: with one control character in 500 at most, apart from those of lines. */
export function isText(bytes: Uint8Array): boolean {
  const text = new TextDecoder(wideEncoding(bytes) ?? 'latin1').decode(bytes.subarray(0, startLength));
  const controls = text.match(/[\p{Cc}\uFFFE\uFFFF]/gu)?.filter((one) => !lineControls.has(one)).length ?? 0;
  return controls <= text.length / 500;
}

/** White space, and what old programs write: backspace, escape, the end of a DOS file, and the letters of windows-1252. */
const lineControls = new Set([
  ...'\b\t\n\v\f\r\u001A\u001B'.split(''),
  ...Array.from({ length: 32 }, (_, index) => String.fromCodePoint(0x80 + index)),
]);
