import { describe, expect, it } from 'vitest';
import { escapeMarkup, escapeXml, printableText } from '../../src/core/strings/escape-xml.ts';

describe('escapeMarkup', () => {
  it('writes what is markup as references, and nothing else', () => {
    expect(escapeMarkup(`<a href="x">Q&A</a> ‘it’s’ 𝄞`)).toBe('&lt;a href=&quot;x&quot;&gt;Q&amp;A&lt;/a&gt; ‘it’s’ 𝄞');
  });
});

describe('escapeXml', () => {
  const text = 'a\u0000b\u001Fc\uD800d\uFFFEe\tf\r\n𝄞&';

  it('leaves out characters that XML does not have', () => {
    expect(escapeXml(text)).toBe('abcde\tf\r\n𝄞&amp;');
  });

  it('puts another text in their place', () => {
    expect(escapeXml(text, ' ')).toBe('a b c d e\tf\r\n𝄞&amp;');
  });
});

describe('printableText', () => {
  it('shows where a surrogate was alone, and leaves out what no text format has', () => {
    expect(printableText('a\u0000b\u001Fc\uD800d\uFFFEe\tf\r\n𝄞&')).toBe('abc\uFFFDde\tf\r\n𝄞&');
  });
});
