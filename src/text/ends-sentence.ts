/** Marks that end a sentence, as the inside of a `u` character class. */
export const sentenceMarks = String.raw`\p{Sentence_Terminal}…`;
/** Quotes and brackets that may follow the end of a sentence, as the inside of a `u` character class. */
export const closingMarks = String.raw`\p{Pe}\p{Pi}\p{Pf}"'`;

const sentenceEnd = new RegExp(String.raw`[${sentenceMarks}][${closingMarks}\s]*$`, 'u');
const stopEnd = new RegExp(String.raw`[${sentenceMarks}:;][${closingMarks}\s]*$`, 'u');

/** Returns whether a text ends with a sentence mark, apart from quotes and brackets after it. */
export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}

/** Returns whether a text ends with a sentence mark, colon or semicolon, as titles and headings rarely do. */
export function endsWithStop(text: string): boolean {
  return stopEnd.test(text);
}
