/** Reports whether a word of a command line is an address, such as `https://host/book.epub`, and no path. */
export function isAddress(word: string): boolean {
  return /^[a-z][\w+.-]*:\/\//iu.test(word);
}
