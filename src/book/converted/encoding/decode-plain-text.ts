import { isUtf8 } from 'node:buffer';
import { detect } from 'chardet';
import { wideEncoding } from './wide-encoding.ts';
import { decodeText, escapedEncoding } from '../../epub/package/decode-text.ts';
import type { DecodedText } from '../../epub/package/decode-text.ts';
import { betterEncoding } from './better-encoding.ts';
import { decodeOld } from './old-encodings.ts';

/** Bytes that the detector is given: enough to know a language's letters. */
const sampleBytes = 100_000;

/**
 * Decodes a file that does not say its encoding: by its byte order mark, the zeros of UTF-16, the escapes of ISO-2022-JP, as
 * UTF-8 if it is valid, otherwise by the frequency of its bytes and by what they make of its words. Encodings of DOS are named `cp850`
 * and the like.
 */
export function decodePlainText(bytes: Uint8Array): DecodedText {
  const encoding = wideEncoding(bytes) ?? escapedEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : detectedEncoding(bytes));
  // Some releases of Node lack quotes and dashes in windows-1252; `decodeText` has them.
  if (encoding === 'windows-1252') return { text: decodeText(bytes), encoding };
  return { text: decodeOld(bytes, encoding), encoding };
}

function detectedEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  const found = nameOf(detect(sample) ?? fallback);
  return betterEncoding(sample, found, found === fallback ? decodeText(sample) : decodeOld(sample, found));
}

function nameOf(encoding: string): string {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    return fallback;
  }
}

const fallback = 'windows-1252';

/** The first plain letters say nothing: the sample starts shortly before the first byte beyond ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = Math.max(0, first - 100);
  return bytes.subarray(start, start + sampleBytes);
}

/**
 * Returns the warnings of a text that does not say its encoding, which was found by its bytes: a wrong one makes plausible
 * nonsense. Unicode is never a guess.
 */
export function guessedEncoding(encoding: string): string[] {
  return encoding.startsWith('utf-') ? [] : [`The text does not say its encoding; it was read as ${encoding}.`];
}
