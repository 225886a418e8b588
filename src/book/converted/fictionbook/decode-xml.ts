import { decodeText } from '../../epub/package/decode-text.ts';
import { decodePlainText } from '../encoding/decode-plain-text.ts';

/**
 * Decodes XML as it declares, or as its bytes say if they are not valid in that encoding: many books declare UTF-8 and are
 * in windows-1251. Expands `&nbsp;`, which is not of XML and is used as if it were.
 */
export function decodeXml(bytes: Uint8Array): string {
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/iu.exec(startOf(bytes))?.[1]?.toLowerCase();
  const text =
    declared !== undefined && !declared.startsWith('utf') && isValid(bytes, declared)
      ? decodeText(bytes)
      : decodePlainText(bytes).text;
  return text.replaceAll('&nbsp;', '\u00A0');
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
