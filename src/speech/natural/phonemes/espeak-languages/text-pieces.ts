/** Words up to a mark, and the mark with its spaces. Either may be empty. */
export interface TextPiece {
  readonly words: string;
  readonly mark: string;
}

/** The marks at which texts were divided for training, and the full stop of Hindi. Between digits `.` and `,` belong to a number. */
const mark = String.raw`(?:[;:!?¡¿—…"«»“”(){}[\]।॥]|(?<!\p{Nd})[.,]|[.,](?!\p{Nd}))`;
const marks = new RegExp(String.raw`\s*${mark}(?:\s*${mark})*\s*`, 'gu');

/** Divides a text at its marks, which are written as Kokoro has them. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(marks)) {
    const isLast = index + found.length === text.length;
    pieces.push({ words: text.slice(start, index), mark: kokoroMark(found, isLast) });
    start = index + found.length;
  }
  return [...pieces, { words: text.slice(start), mark: '' }];
}

/** Kokoro was trained on Hindi sentences without their full stop: it is only needed between two. */
function kokoroMark(found: string, isLast: boolean): string {
  return found
    .replaceAll('«', '“')
    .replaceAll('»', '”')
    .replaceAll(/[।॥]+/gu, isLast ? '' : '.');
}
