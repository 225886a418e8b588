import { isUtf8 } from 'node:buffer';

/** A text and the encoding that it was decoded from, by a name that `TextDecoder` knows. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
}

/**
 * Decodes a document by its byte order mark, XML declaration or `<meta>`. Without any of them it is UTF-8. Bytes that are
 * not valid in that encoding are decoded as windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  return decodeWithEncoding(bytes).text;
}

/** Decodes a document as `decodeText` does and returns its encoding as well. */
export function decodeWithEncoding(bytes: Uint8Array): DecodedText {
  return decodeDeclared(bytes) ?? { text: decodeAs(bytes, 'windows-1252') ?? '', encoding: 'windows-1252' };
}

/** Decodes a document in the encoding that it declares, otherwise as UTF-8; undefined when the bytes are not valid in it. */
export function decodeDeclared(bytes: Uint8Array): DecodedText | undefined {
  const declared = byteOrderMark(bytes) ?? wideEncoding(bytes) ?? declaredEncoding(bytes);
  const encoding = declared ?? escapedEncoding(bytes) ?? 'utf-8';
  const text = decodeAs(bytes, encoding);
  return text === undefined ? undefined : { text, encoding };
}

/** Detects ISO-2022-JP, which is valid UTF-8 too: escapes change between its sets of characters. */
export function escapedEncoding(bytes: Uint8Array): 'iso-2022-jp' | undefined {
  if (!bytes.includes(0x1b)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const parts = text.split('\u001B').slice(1, -1);
  return parts.some((part) => /^\$[@B](?:[!-~]{2})+$/u.test(part)) ? 'iso-2022-jp' : undefined;
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  return undefined;
}

/** Detects UTF-16 without a byte order mark: it starts with `<`, and every other byte is zero. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength)).toString('latin1');
  const declared =
    /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/iu.exec(start) ??
    /<meta[^>]*?charset\s*=\s*["']?([\w.:-]+)/iu.exec(start);
  const name = declared?.[1]?.toLowerCase();
  // A declaration that can be read byte by byte is not UTF-16.
  return name?.startsWith('utf-16') ? 'utf-8' : name;
}

/** Decodes bytes in the encoding of a document; undefined when they are not valid in it. */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  // Faster than a decoder, which most documents do not need.
  if (encoding === 'utf-8' && byteOrderMark(bytes) === undefined)
    return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : undefined;
  try {
    const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' });
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? withQuotes(text) : text;
  } catch {
    return undefined;
  }
}

/** Some releases of Node decode windows-1252 as Latin 1, which turns quotes and dashes into control characters. */
function withQuotes(text: string): string {
  return text.replaceAll(/[\u0080-\u009F]/gu, (control) => windows1252[control.charCodeAt(0) - 0x80] ?? control);
}

const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
