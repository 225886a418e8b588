import { addTo } from '../../../core/collections/add-to.ts';
import { isRightToLeft } from '../layout/readable-text.ts';
import { median } from '../../../core/statistics.ts';
import type { OcrLine } from './parse-hocr.ts';
import type { Run } from '../layout/pdf-page.ts';

/** Pictures and stains read as letters stay below this value, smudged words above. */
const minLineConfidence = 25;
const pointsPerInch = 72;
const space = ' ';

/** Converts recognized lines to runs, as if the page had drawn them. */
export function ocrRuns(lines: readonly OcrLine[], dotsPerInch: number): Run[] {
  const points = (pixels: number) => (pixels * pointsPerInch) / dotsPerInch;
  const sizes = medianSizes(lines);
  return lines
    .filter((line) => ocrConfidence([line]) >= minLineConfidence)
    .flatMap(({ words, baseline, size, paragraph }) =>
      words.flatMap((word, index) => {
        const run: Run = {
          text: word.text,
          left: points(word.left),
          right: points(word.right),
          baseline: points(baseline),
          size: points(snapTo(sizes.get(paragraph) ?? size, size)),
          bold: false,
          rightToLeft: isRightToLeft(word.text),
        };
        return index === 0 ? [run] : [{ ...run, text: space, right: run.left }, run];
      }),
    );
}

/** Returns the median font size of each paragraph. */
function medianSizes(lines: readonly OcrLine[]): ReadonlyMap<number, number> {
  const sizes = new Map<number, number[]>();
  for (const { paragraph, size } of lines) {
    addTo(sizes, paragraph, size);
  }
  return new Map([...sizes].map(([paragraph, own]) => [paragraph, median(own)]));
}

/** Returns the confidence of lines from 0 to 100: the mean of their words, weighted by length. */
export function ocrConfidence(lines: readonly OcrLine[]): number {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, characters);
}

/** Evens out the measured font sizes of the book's body text. */
export function evenSizes(pages: readonly (readonly Run[])[]): Run[][] {
  const body = median(pages.flatMap((runs) => runs.filter(({ text }) => text !== space).map(({ size }) => size)));
  return pages.map((runs) => runs.map((run) => ({ ...run, size: snapTo(body, run.size) })));
}

/** Measured sizes of two lines of one font differ by some percent. */
function snapTo(usual: number, size: number): number {
  return size > usual * 0.84 && size < usual * 1.2 ? usual : size;
}
