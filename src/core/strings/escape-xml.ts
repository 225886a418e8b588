/** Characters that XML 1.0 does not have, not even as references. */
const missing = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Returns a text for an element or an attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Returns a text that may hold anything for an element or an attribute of XML. `instead` replaces what XML cannot hold. */
export function escapeXml(text: string, instead = ''): string {
  return escapeMarkup(text.replaceAll(missing, instead));
}
