import type { Book } from '../../core/book.ts';
import { defaultBookChoices } from '../default-book-choices.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import type { ChapterStart } from '../outline/chapter-start.ts';
import {
  outlineOfBookmarks,
  outlineOfChapterHeadings,
  startsFromOutline,
  withSpacesOfTitles,
} from './chapter-starts.ts';
import { numberedChapters } from './chapter-numbers.ts';
import { allOf, chapterBookmarks } from './chapter-bookmarks.ts';
import { toChapters } from './to-chapters.ts';
import { restoreLigatures } from './layout/restore-ligatures.ts';
import { isGlyphSoup } from './layout/is-glyph-soup.ts';
import type { PdfPage } from './layout/pdf-page.ts';
import { matchPrintedContents } from './match-printed-contents.ts';
import { extractPassages, readLines } from './text/extract-passages.ts';
import type { ExtractedText } from './text/extract-passages.ts';
import { leaveOutReason } from './text/titles.ts';
import type { Passage } from './text/to-passages.ts';
import { shownPictures } from './shown-pictures.ts';
import { warnOfImagePages } from './ocr/warn-of-image-pages.ts';
import { pageCover } from './document/page-cover.ts';
import { readPdfMetadata } from './document/read-pdf-metadata.ts';
import { pagesOfPdf } from './ocr/page-source.ts';
import { recognizePages } from './ocr/recognize-pages.ts';
import { openPdf } from './document/open-pdf.ts';
import type { OpenPdf } from './document/open-pdf.ts';
import { readBookmarks } from './document/read-bookmarks.ts';
import type { Bookmark } from './document/read-bookmarks.ts';
import type { PdfOptions } from './document/pdf-options.ts';
import { pageContents } from './actual-text/page-contents.ts';
import { fontDescriptors } from './document/font-descriptors.ts';
import { PdfObjects } from './objects/pdf-objects.ts';
import { readPages } from './document/read-pages.ts';
import type { ReadPages } from './document/read-pages.ts';
import { joinLines } from '../present/join-lines.ts';
import { markSpeakers } from '../present/mark-speakers.ts';
import { leaveOutRules } from '../leave-out-rules.ts';

/**
 * Reads a PDF: paragraphs are joined across lines and pages; running heads, page numbers, notes and front matter are left
 * out and listed. Chapters come from the bookmarks, otherwise from headings or the printed contents, whichever finds more; without
 * any, the book is one chapter.
 * Throws `book-password`, `book-damaged`, `book-no-text`, `book-too-large`, `tool-missing` (text recognition) or `canceled`.
 */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<Book> {
  await using pdf = await openPdf(bytes, options);
  const objects = new PdfObjects(bytes);
  const descriptors = options.keepsSource ? fontDescriptors(objects) : undefined;
  const inFile = withUsableText(await readPages(pdf.document, options, pageContents(objects), descriptors));
  const restored = restoreLigatures(inFile.pages);
  const withText = { ...inFile, pages: restored.pages, warnings: [...inFile.warnings, ...restored.warnings] };
  const { recognize } = options;
  const read =
    recognize === undefined
      ? await warnOfImagePages(pdf.document, withText, options)
      : await recognizePages(pagesOfPdf(pdf.document), withText, recognize, options);
  const rules = leaveOutRules(options);
  const cover = await pageCover(pdf.document, withText.pages[0]);
  const pages = { inFile: withText.pages, read: read.pages, hasCover: cover !== undefined };
  const pageText = readLines(read.pages);
  const { metadata, warnings } = await readPdfMetadata(pdf.document, pageText.lines, options.fileName);
  const pictures = shownPictures(options.pictures ?? [], pages);
  const length = pageText.lines.reduce((sum, { text }) => sum + text.length, 0);
  const bookmarks = chapterBookmarks(await bookmarksOf(pdf, options), length);
  const titles = allOf(bookmarks);
  const extracted = extractPassages(pageText, { language: metadata.language, rules, pictures, titles });
  const text = { ...extracted, passages: withSpacesOfTitles(extracted.passages, titles) };
  if (!text.passages.some((passage) => passage.text !== '')) {
    throw noText({ pages: read.pages.length, recognized: recognize !== undefined, isSoup: withText.isSoup });
  }
  const { starts, passages } = divide(text, bookmarks, options);
  throwIfCanceled(options.signal);
  const { chapters, leftOut } = toChapters(passages, starts, text.notes, {
    bookTitle: metadata.title,
    language: metadata.language,
    notes: options.notes ?? defaultBookChoices.notes,
    rules,
  });
  return {
    metadata,
    cover,
    chapters: joinLines(markSpeakers(chapters)),
    leftOut: [...leftOut, ...text.leftOut, ...read.leftOut],
    warnings: [...read.warnings, ...warnings],
  };
}

/** Removes a text layer that makes no words, so that its pages count as images. */
function withUsableText(read: ReadPages): ReadPages & { readonly isSoup: boolean } {
  const fragments = read.pages.reduce((sum, page) => sum + page.fragments.length, 0);
  // Whole pages: every third piece of a table is one of its columns, such as that of the dashes.
  const step = Math.max(1, Math.ceil(fragments / maxSampledFragments));
  const isSoup = isGlyphSoup(
    read.pages
      .filter((_, index) => index % step === 0)
      .map((page) => textOf(page))
      .join(' '),
  );
  if (!isSoup) return { ...read, isSoup };
  return { ...read, isSoup, pages: read.pages.map((page) => ({ ...page, fragments: [], rotated: [] })) };
}

function textOf({ fragments }: PdfPage): string {
  return fragments.map((one) => one.runs.map(({ text }) => text).join('')).join(' ');
}

/** Enough text to judge a book by. */
const maxSampledFragments = 3000;

/** The passages of a PDF, and those at which chapters start. */
interface DividedPdf {
  readonly starts: readonly ChapterStart[];
  readonly passages: readonly Passage[];
}

async function bookmarksOf(pdf: OpenPdf, { splitBy = defaultBookChoices.splitBy }: PdfOptions): Promise<Bookmark[]> {
  return splitBy === 'contents' ? await readBookmarks(pdf.document) : [];
}

function divide(text: ExtractedText, bookmarks: readonly Bookmark[], options: PdfOptions): DividedPdf {
  const { splitBy = defaultBookChoices.splitBy } = options;
  const { passages } = text;
  if (splitBy === 'documents') return { starts: [], passages };
  const bookmarked = startsFromOutline(outlineOfBookmarks(bookmarks, passages), passages);
  // One bookmark for the contents, as word processors make it, would leave out everything below.
  if (bookmarked.some(({ label }) => leaveOutReason(label) === undefined)) return { starts: bookmarked, passages };
  const byHeadings = startsFromOutline(outlineOfChapterHeadings(passages, text.bodySize), passages);
  const others = [byNumbers(passages), splitBy === 'contents' ? byPrintedContents(text) : undefined];
  return others.reduce<DividedPdf>(
    (most, one) => (one !== undefined && one.starts.length > most.starts.length ? one : most),
    { starts: byHeadings, passages },
  );
}

function byNumbers(passages: readonly Passage[]): DividedPdf | undefined {
  const found = numberedChapters(passages);
  return found && { starts: startsFromOutline(found.outline, found.passages), passages: found.passages };
}

/** Returns the chapters of the printed contents, if most of its titles are in the text. */
function byPrintedContents({ printedContents, passages }: ExtractedText): DividedPdf | undefined {
  const found = matchPrintedContents(printedContents, passages);
  if (found.matched < 0.6) return undefined;
  const starts = startsFromOutline(found.outline, found.passages);
  return starts.length > 1 ? { starts, passages: found.passages } : undefined;
}

function noText({
  pages,
  recognized,
  isSoup,
}: {
  pages: number;
  recognized: boolean;
  isSoup: boolean;
}): AudiobookError {
  const isOne = pages === 1;
  const subject = isOne ? 'its page' : `its ${pages} pages`;
  const problem = isSoup
    ? `the characters on ${subject} make no words.`
    : `${subject} ${isOne ? 'is an image' : 'are images'}.`;
  const reason = recognized
    ? `text recognition found no text on ${subject}.`
    : `${problem} Text recognition reads ${isOne ? 'it' : 'them'} (--ocr). It needs tesseract.`;
  return new AudiobookError('book-no-text', `The PDF has no text to read: ${reason}`);
}
