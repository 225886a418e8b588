import { romanValue } from '../../../../languages/roman.ts';

/** Reports whether a text is the number of a printed page, those of lines, or nothing. */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text) || lineNumbers.test(text);
}

/**
 * Reports whether the text of an element that marks a page break is that of the page, with a word for it or without. Some books
 * have the first word of the page there, such as `I` or `Will`.
 */
export function isPageBreak(text: string): boolean {
  if (text === 'I' || (/^\p{L}+$/u.test(text) && romanValue(text.toLowerCase()) === undefined)) return false;
  return isPageNumber(text) || /^[[({]?\p{L}{1,10}\.?\s*\d{1,5}[\])}]?$/u.test(text);
}

const pageNumber = /^(?:[[({]?(?:(?:pg|page|p)\.?\s*)?[\divxlc]{1,7}[\])}]?|)$/iu;
/** A column of numbers beside a program. */
const lineNumbers = /^\d{1,5}(?: \d{1,5})+$/u;
