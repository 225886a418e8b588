import { escapeMarkup } from '../../../../core/strings/escape-xml.ts';

/** A note of the people who typed a text, which can have another inside of it. */
export const notePattern = /［＃(?:[^［］\n]|［[^［］\n]*］){1,500}］/gu;

/** Stands for a character that no note describes. */
const unknown = '〓';
const kanji = `[\\p{Script=Han}々〆〇仝ヶヵ${unknown}]`;
const reading = '《([^《》\\n]{1,50})》';
const marked = new RegExp(`｜([^｜《》\\n]{1,50})${reading}`, 'gu');
const unmarked = new RegExp(
  `(${kanji}{1,50}|[\\p{Script=Hiragana}ー]{1,50}|[\\p{Script=Katakana}ー]{1,50}|[\\p{Script=Latin}]{1,50})${reading}`,
  'gu',
);

/** Writes a line of Aozora Bunko as XHTML: with readings beside the characters, and without notes. */
export function inlineMarkup(line: string): string {
  const pictures: string[] = [];
  const text = withCharacters(line)
    .replaceAll(notePattern, (note) => {
      const name = pictureName(note);
      return name === undefined ? '' : `\uE000${pictures.push(name) - 1}\uE001`;
    })
    .replaceAll(/《《([^《》\n]+)》》/gu, '$1');
  return escapeMarkup(text)
    .replaceAll(marked, (_match, base: string, ruby: string) => rubyMarkup(base, ruby))
    .replaceAll(unmarked, (_match, base: string, ruby: string) => rubyMarkup(base, ruby))
    .replaceAll(
      /\uE000(\d+)\uE001/gu,
      (_match, index: string) => `<img alt="${escapeMarkup(pictures[Number(index)] ?? '')}"/>`,
    );
}

/** Returns the characters of a line, without readings and notes. */
export function plainLine(line: string): string {
  return withCharacters(line)
    .replaceAll(notePattern, '')
    .replaceAll(/《[^《》\n]*》/gu, '')
    .replaceAll('｜', '')
    .trim();
}

/** Reads an unknown base as its reading. */
function rubyMarkup(base: string, ruby: string): string {
  return base.includes(unknown) ? ruby : `<ruby>${base}<rt>${ruby}</rt></ruby>`;
}

/** `［＃挿絵１（fig1.png、横480×縦640）入る］` */
function pictureName(note: string): string | undefined {
  const name = /^［＃([^（]*)（[^）]*\.(?:png|jpe?g|gif|bmp|webp)[^）]*）入る］$/iu.exec(note)?.[1];
  return name?.replace(/^「(.*)」の(?:キャプション付きの)?図?$/u, '$1');
}

/** A character that Shift_JIS lacks is `※` and a note with its place in JIS X 0213 or in Unicode. */
function withCharacters(line: string): string {
  return line.replaceAll(/※(［＃(?:[^［］\n]|［[^［］\n]*］){1,500}］)/gu, (_match, note: string) => characterIn(note));
}

function characterIn(note: string): string {
  const unicode = /U\+([\dA-F]{4,6})/iu.exec(note)?.[1];
  const code = unicode === undefined ? 0 : Number.parseInt(unicode, 16);
  if (code > 0x20 && code <= 0x10_ff_ff) return String.fromCodePoint(code);
  const place = /(?<!\d)1-(\d{1,2})-(\d{1,2})(?!\d)/u.exec(note);
  return place === null ? unknown : (special.get(place[0]) ?? characterAt(Number(place[1]), Number(place[2])));
}

/** Rows that JIS X 0213 has from JIS X 0208, or where EUC-JP has the same. */
function characterAt(row: number, cell: number): string {
  const isShared = cell >= 1 && cell <= 94 && ((row >= 1 && row <= 8) || row === 13 || (row >= 16 && row <= 84));
  if (!isShared) return unknown;
  const character = new TextDecoder('euc-jp').decode(Uint8Array.of(0xa0 + row, 0xa0 + cell));
  return character.includes('\uFFFD') ? unknown : character;
}

const special: ReadonlyMap<string, string> = new Map([
  ['1-2-22', '〻'],
  ['1-7-82', 'ヷ'],
  ['1-7-83', 'ヸ'],
  ['1-7-84', 'ヹ'],
  ['1-7-85', 'ヺ'],
  ['1-8-75', '‼'],
  ['1-8-76', '⁇'],
  ['1-8-77', '⁈'],
  ['1-8-78', '⁉'],
]);
