const markers = /(?:<<)+|(?:>>)+/gu;
const beforeMarks = / (?=[.,;:!?…،؛؟。，、！？；：]+(?:[\s"'”’»)\]}]|$))/gu;
const insideBrackets = /(?<=[([{]) | (?=[)\]}])/gu;

/**
 * Returns a text as it should be spoken: single spaces, none before punctuation marks and inside brackets, and without the
 * markers `<<` and `>>`. All other characters are kept in order.
 */
export function cleanText(text: string): string {
  return text
    .replace(markers, replaceMarker)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(beforeMarks, '')
    .replace(insideBrackets, '');
}

/** A marker that separated two words leaves a space. */
function replaceMarker(marker: string, offset: number, text: string): string {
  const before = text.charAt(offset - 1);
  const after = text.charAt(offset + marker.length);
  return before === '' || after === '' || /[\s([{"“‘]/u.test(before) || /[\s)\]}"”’.,;:!?]/u.test(after) ? '' : ' ';
}
