/** Marks that Kokoro was trained with, and the ones that stand for them. */
const marks: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from(';:,.!?—…()“”').map((mark) => [mark, mark])),
  '–': '—',
  '―': '—',
  '；': ';',
  '：': ':',
  '，': ',',
  '。': '.',
  '！': '!',
  '？': '?',
  '¡': '',
  '¿': '',
  '„': '“',
  '«': '“',
  '»': '”',
  '[': '(',
  ']': ')',
  // A hyphen joins words; an apostrophe at the edge of a word has no sound.
  '-': '',
  '‐': '',
  '‑': '',
  '’': '',
  "'": '',
  '‘': '',
};

/** Returns the marks before the first word of a text, in Kokoro's alphabet. Anything else is a space. */
export function marksBefore(text: string): string {
  return marksIn(text.replaceAll('"', '“'));
}

/** Returns the marks after a word, up to the next one: nothing within a compound. A straight quote after a space opens. */
export function marksAfter(text: string): string {
  return marksIn(text.replaceAll(/(?<=[\s([—])"/gu, '“').replaceAll('"', '”'));
}

function marksIn(text: string): string {
  const written = text.replaceAll(/\.{3,}|(?:\.\s){2,}\./gu, '…').replaceAll(/-{2,}/gu, '—');
  return Array.from(written, (mark) => marks[mark] ?? ' ').join('');
}
