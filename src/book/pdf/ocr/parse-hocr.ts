import { Parser } from 'htmlparser2';

/** A line of recognized text. Lengths in pixels from the top left of the image. */
export interface OcrLine {
  readonly baseline: number;
  /** Height from the descender of a `g` to the ascender of an `l`. */
  readonly size: number;
  /** Runs across the page's reading direction. */
  readonly isRotated: boolean;
  /** Lines of one paragraph have the same number. */
  readonly paragraph: number;
  readonly words: readonly OcrWord[];
}

/** A recognized word. Lengths in pixels. */
export interface OcrWord {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** From 0 to 100. */
  readonly confidence: number;
}

/** Parses the lines of a page in hOCR, in document order (hOCR 1.2, sections 3 to 5). */
export function parseHocr(hocr: string): OcrLine[] {
  const lines: { line: Omit<OcrLine, 'words'>; words: OcrWord[] }[] = [];
  let paragraph = 0;
  let word: OcrWord | undefined;
  const parser = new Parser(
    {
      onopentag(_name, { class: kind = '', title = '' }) {
        if (kind === 'ocr_par') paragraph += 1;
        else if (kind === 'ocrx_word') word = toWord(title);
        else if (title.includes('x_size')) lines.push({ line: { ...toLine(title), paragraph }, words: [] });
      },
      ontext(text) {
        if (word !== undefined) word = { ...word, text: word.text + text };
      },
      onclosetag(name) {
        if (name !== 'span' || word === undefined) return;
        if (word.text.trim() !== '') lines.at(-1)?.words.push({ ...word, text: word.text.trim() });
        word = undefined;
      },
    },
    { decodeEntities: true },
  );
  parser.end(hocr);
  return lines.map(({ line, words }) => ({ ...line, words })).filter(({ words }) => words.length > 0);
}

function toLine(title: string): Omit<OcrLine, 'words' | 'paragraph'> {
  const [left = 0, , right = 0, bottom = 0] = numbers(title, 'bbox');
  const [slope = 0, offset = 0] = numbers(title, 'baseline');
  const [size = 0] = numbers(title, 'x_size');
  // In a skewed scan, the baseline in the middle represents the line.
  return { baseline: bottom + offset + slope * ((right - left) / 2), size, isRotated: title.includes('textangle') };
}

function toWord(title: string): OcrWord {
  const [left = 0, , right = 0] = numbers(title, 'bbox');
  const [confidence = 0] = numbers(title, 'x_wconf');
  return { text: '', left, right, confidence };
}

/** Returns the values of one property of a title such as `bbox 301 285 2058 330; baseline 0.002 -10; x_size 45`. */
function numbers(title: string, property: string): number[] {
  const own = title.split(';').find((part) => part.trim().startsWith(`${property} `));
  return (own ?? '').trim().split(/\s+/u).slice(1).map(Number).filter(Number.isFinite);
}
