/** Returns a text without percent-encoding (RFC 3986, 2.1), as far as it has one: people write a bare `%` as well. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
