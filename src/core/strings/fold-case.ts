/** Returns a text in the form in which a search compares it: without differences of case and of width. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
