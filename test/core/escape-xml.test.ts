import { describe, expect, it } from 'vitest';
import { escapeMarkup, escapeXml } from '../../src/core/strings/escape-xml.ts';

describe('escapeMarkup', () => {
  it('writes what is markup as references, and nothing else', () => {
    expect(escapeMarkup(`<a href="x">Q&A</a> ‘it’s’ 𝄞`)).toBe('&lt;a href=&quot;x&quot;&gt;Q&amp;A&lt;/a&gt; ‘it’s’ 𝄞');
  });
});

describe('escapeXml', () => {
  const text = 'a\u0000b\u001Fc\uD800d\uFFFEe\tf\n𝄞&';

  it('leaves out characters that XML does not have', () => {
    expect(escapeXml(text)).toBe('abcde\tf\n𝄞&amp;');
  });

  it('puts another text in their place', () => {
    expect(escapeXml(text, ' ')).toBe('a b c d e\tf\n𝄞&amp;');
  });
});
