import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/book/epub/package/decode-text.ts';

const text = '<?xml version="1.0"?><p>Žluťoučký “kůň” — é</p>';
const utf16 = (bigEndian: boolean, mark: boolean): Buffer => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16LE with a mark', utf16(false, true)],
    ['UTF-16BE with a mark', utf16(true, true)],
    ['UTF-16LE without a mark', utf16(false, false)],
    ['UTF-16BE without a mark', utf16(true, false)],
  ])('decodes %s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it('follows the XML declaration and the meta element', () => {
    const xml = Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><p>\xbe</p>', 'latin1');
    expect(decodeText(xml)).toContain('<p>ž</p>');
    const html = Buffer.from('<html><head><meta charset="koi8-r"></head><p>\xc1</p>', 'latin1');
    expect(decodeText(html)).toContain('<p>а</p>');
  });

  it('decodes invalid UTF-8 as windows-1252, so that no letter is lost', () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="utf-8"?><p>caf\xe9 \x93x\x94</p>', 'latin1');
    expect(decodeText(bytes)).toContain('<p>café “x”</p>');
  });

  it('ignores a declared UTF-16 for plain ASCII, and unknown encodings', () => {
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="utf-16"?><p>é</p>'))).toContain('é');
    expect(decodeText(Buffer.from('<?xml version="1.0" encoding="klingon"?><p>x</p>'))).toContain('<p>x</p>');
  });
});
