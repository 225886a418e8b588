/** Marks of Kokoro for those of Chinese and Japanese, which have their space within. Source: hexgrad/misaki 0.9 (Apache-2.0, zh.py, cutlet.py). */
const marks: ReadonlyMap<string, string> = new Map([
  ...Array.from(';:,.!?—…()“”', (mark): [string, string] => [mark, mark]),
  ...Object.entries({
    '。': '. ',
    '．': '. ',
    '、': ', ',
    '，': ', ',
    '！': '! ',
    '？': '? ',
    '：': ': ',
    '；': '; ',
    '（': ' (',
    '）': ') ',
    '「': ' “',
    '」': '” ',
    '『': ' “',
    '』': '” ',
    '《': ' “',
    '》': '” ',
    '〈': ' “',
    '〉': '” ',
    '«': ' “',
    '»': '” ',
    '【': ' “',
    '】': '” ',
    '［': ' (',
    '］': ') ',
    '[': ' (',
    ']': ') ',
    '～': '—',
    '〜': '—',
    '~': '—',
    '―': '—',
    '─': '—',
  }),
]);

/** Returns the marks of a text in Kokoro's alphabet. Spaces and the dot between the words of a foreign name are spaces; anything else is left out. */
export function eastAsianMarks(text: string): string {
  return Array.from(text, (mark) => marks.get(mark) ?? (/[\s・·]/u.test(mark) ? ' ' : '')).join('');
}
