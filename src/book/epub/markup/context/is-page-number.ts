/** Reports whether a text is the number of a printed page, those of lines, or nothing. */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text) || lineNumbers.test(text);
}

const pageNumber = /^(?:[[({]?(?:(?:pg|page|p)\.?\s*)?[\divxlc]{1,7}[\])}]?|)$/iu;
/** A column of numbers beside a program. */
const lineNumbers = /^\d{1,5}(?: \d{1,5})+$/u;
