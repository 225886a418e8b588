const markers = /(?:<<)+|(?:>>)+/gu;
const beforeMarks = / (?=[.,;:!?…،؛؟。，、！？；：]+(?:[\s"'”’»)\]}]|$))/gu;
const insideBrackets = /(?<=[([{]) | (?=[)\]}])/gu;

/**
 * Text as it should be spoken: white space is one space or none, punctuation stands where it belongs and the bare markers
 * `<<` and `>>` are gone. No other character is lost, added or moved.
 */
export function cleanText(text: string): string {
  return text
    .replace(markers, replaceMarker)
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(beforeMarks, '')
    .replace(insideBrackets, '');
}

/** A marker that kept two words apart must leave a space behind. */
function replaceMarker(marker: string, offset: number, text: string): string {
  const before = text.charAt(offset - 1);
  const after = text.charAt(offset + marker.length);
  return before === '' || after === '' || /[\s([{"“‘]/u.test(before) || /[\s)\]}"”’.,;:!?]/u.test(after) ? '' : ' ';
}
