/** Returns a text in which subscript digits are plain ones: `H₂O` is read as `H2O`. */
export function plainSubscripts(text: string): string {
  return text.replaceAll(/[₀-₉]/gu, (digit) => digit.normalize('NFKC'));
}

/** Returns a text without superscript numbers, which after words and marks are the numbers of notes. */
export function dropNoteMarks(text: string): string {
  return text.replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu, '');
}
