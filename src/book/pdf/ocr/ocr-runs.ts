import { isRightToLeft } from '../layout/readable-text.ts';
import { median } from '../layout/median.ts';
import type { OcrLine } from './parse-hocr.ts';
import type { Run } from '../layout/pdf-page.ts';

/** What a picture or a stain gives when it is read as letters stays below; smudged words stand above. */
const minLineConfidence = 25;
const pointsPerInch = 72;
const blank = ' ';

/** Recognised lines as pieces of text on the page, as if the page had drawn them. */
export function ocrRuns(lines: readonly OcrLine[], dotsPerInch: number): Run[] {
  const points = (pixels: number) => (pixels * pointsPerInch) / dotsPerInch;
  const usual = usualSizes(lines);
  return lines
    .filter((line) => ocrConfidence([line]) >= minLineConfidence)
    .flatMap(({ words, baseline, size, paragraph }) =>
      words.flatMap((word, index) => {
        const run: Run = {
          text: word.text,
          left: points(word.left),
          right: points(word.right),
          baseline: points(baseline),
          size: points(evenTo(usual.get(paragraph) ?? size, size)),
          bold: false,
          rightToLeft: isRightToLeft(word.text),
        };
        return index === 0 ? [run] : [{ ...run, text: blank, right: run.left }, run];
      }),
    );
}

/** The size of most lines of each paragraph. */
function usualSizes(lines: readonly OcrLine[]): ReadonlyMap<number, number> {
  const sizes = new Map<number, number[]>();
  for (const { paragraph, size } of lines) {
    const own = sizes.get(paragraph);
    if (own === undefined) sizes.set(paragraph, [size]);
    else own.push(size);
  }
  return new Map([...sizes].map(([paragraph, own]) => [paragraph, median(own)]));
}

/** How sure the program was of a page, from 0 to 100: the mean of its words by length. */
export function ocrConfidence(lines: readonly OcrLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, characters);
}

/** Makes the sizes of the book's main type equal again. */
export function evenSizes(pages: readonly (readonly Run[])[]): Run[][] {
  const body = median(pages.flatMap((runs) => runs.filter(({ text }) => text !== blank).map(({ size }) => size)));
  return pages.map((runs) => runs.map((run) => ({ ...run, size: evenTo(body, run.size) })));
}

/** Measured on pictures, the sizes of two lines of one font differ by some percent. */
function evenTo(usual: number, size: number): number {
  return size > usual * 0.84 && size < usual * 1.2 ? usual : size;
}
