import { countWords } from '../../text/count-words.ts';
import type { PagePicture, PdfPage } from './layout/pdf-page.ts';
import { isTextless } from './ocr/recognize-pages.ts';

/** Fewer words are the text in a picture. */
const minPageWords = 20;

/** The pages as they are in the file, and as they are read. */
interface ReadingPages {
  readonly inFile: readonly PdfPage[];
  readonly read: readonly PdfPage[];
  /** The first page is shown as the cover. */
  readonly hasCover: boolean;
}

/** Returns the pictures that do not show what is read or shown anyway: the scans of recognized pages, and the cover. */
export function shownPictures(
  pictures: readonly PagePicture[],
  { inFile, read, hasCover }: ReadingPages,
): PagePicture[] {
  if (pictures.length === 0) return [];
  const textless = new Set(inFile.filter(isTextless).map(({ number }) => number));
  const scans = new Set(
    read.filter((page) => textless.has(page.number) && wordsOf(page) >= minPageWords).map(({ number }) => number),
  );
  return pictures.filter(({ page }) => !scans.has(page) && !(hasCover && page === 1));
}

function wordsOf({ fragments }: PdfPage): number {
  return countWords(fragments.flatMap(({ runs }) => runs.map(({ text }) => text)).join(' '));
}
