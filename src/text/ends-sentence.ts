/** Marks that end a sentence, as the inside of a `u` character class. */
export const sentenceMarks = String.raw`\p{Sentence_Terminal}…`;
/** Quotes and brackets that may follow the end of a sentence, as the inside of a `u` character class. */
export const closingMarks = String.raw`\p{Pe}\p{Pi}\p{Pf}"'`;

const sentenceEnd = new RegExp(String.raw`[${sentenceMarks}][${closingMarks}\s]*$`, 'u');
const stopEnd = new RegExp(String.raw`[${sentenceMarks}:;][${closingMarks}\s]*$`, 'u');

/** More quotes and brackets than this never follow a sentence. A pattern would try every position of a long text. */
const maxClosingMarks = 16;

/** Returns whether a text ends with a sentence mark, apart from quotes and brackets after it. */
export function endsSentence(text: string): boolean {
  return sentenceEnd.test(lastCharacters(text));
}

/** Returns whether a text ends with a sentence mark, colon or semicolon, as titles and headings rarely do. */
export function endsWithStop(text: string): boolean {
  return stopEnd.test(lastCharacters(text));
}

function lastCharacters(text: string): string {
  return text.trimEnd().slice(-maxClosingMarks);
}
