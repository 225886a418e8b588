/**
 * Returns a text that every text format accepts: control characters but line ends and tabs become `instead`, lone surrogates too, or
 * U+FFFD.
 */
export function printableText(text: string, instead = ''): string {
  return text.replaceAll(/\p{Cs}/gu, instead || '\uFFFD').replaceAll(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, instead);
}

/** Returns a text for an element or an attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Returns a text that may hold anything for an element or an attribute of XML. `instead` replaces what XML cannot hold. */
export function escapeXml(text: string, instead = ''): string {
  return escapeMarkup(printableText(text.replaceAll(/\p{Cs}/gu, instead), instead));
}
