/** Returns a text that every text format accepts: without control characters but line ends and tabs, with U+FFFD for lone surrogates. */
export function printableText(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n\r\t]|[\uFFFE\uFFFF]/gu, '');
}

/** Returns a text for an element or an attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Returns a text that may hold anything for an element or an attribute of XML. `instead` replaces what XML cannot hold. */
export function escapeXml(text: string, instead = ''): string {
  return escapeMarkup(text.replaceAll(/[^\P{Cc}\n\r\t]|[\p{Cs}\uFFFE\uFFFF]/gu, instead));
}
