/** Reports whether a text is the number of a printed page, or nothing. */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text);
}

const pageNumber = /^(?:[[({]?(?:(?:pg|page|p)\.?\s*)?[\divxlc]{1,7}[\])}]?|)$/iu;
