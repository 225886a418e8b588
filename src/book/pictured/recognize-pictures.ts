import type { LeftOut } from '../../core/book.ts';
import { escapeMarkup } from '../../core/strings/escape-xml.ts';
import type { BookChoices } from '../book-choices.ts';
import type { Archive } from '../epub/package/open-archive.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { normalizeLanguage } from '../language/normalize-language.ts';
import { leaveOutRules } from '../leave-out-rules.ts';
import type { Recognize } from '../pdf/document/pdf-options.ts';
import { recognizePages } from '../pdf/ocr/recognize-pages.ts';
import { extractPassages, readLines } from '../pdf/text/extract-passages.ts';
import type { Passage } from '../pdf/text/to-passages.ts';
import { imageType } from '../pictures/image-type.ts';
import { pictureSize } from '../pictures/picture-size.ts';
import { limitsOf } from '../read-limits.ts';
import { drawPicture, pageWidth } from './draw-picture.ts';
import type { PageOfPicture } from './find-page-pictures.ts';

/** The text of pictures of pages, as markup by the document that shows them. */
export interface RecognizedPictures {
  readonly markup: ReadonlyMap<string, string>;
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Options of `recognizePictures`. */
export interface RecognizeOptions {
  readonly choices: BookChoices;
  readonly recognize: Recognize;
  /** Languages that the book declares. */
  readonly languages: readonly string[];
}

const pointsPerInch = 72;
/** Of a page whose picture does not say it: that of a book. */
const usualShape = 1.5;

/**
 * Recognizes the text of pictures of pages, and makes paragraphs of it by the rules of a PDF: running heads and numbers of pages are left
 * out, and sentences are joined over pages. Throws `tool-missing`, `bad-value` (a language) or `canceled`.
 */
export async function recognizePictures(
  archive: Archive,
  pages: readonly PageOfPicture[],
  { choices, recognize, languages }: RecognizeOptions,
): Promise<RecognizedPictures> {
  const limits = limitsOf(choices);
  const bytesOf = async (number: number): Promise<Buffer> =>
    await archive.read(pages[number - 1]?.picture ?? '', limits.coverBytes).catch(() => Buffer.alloc(0));
  const [declared] = languages.flatMap((tag) => normalizeLanguage(tag) ?? []);
  const source = {
    language: async () => await Promise.resolve(declared),
    draw: async (number: number) => await drawPicture(await bytesOf(number), limits),
  };
  const blank = [];
  for (const number of pages.keys()) blank.push(await blankPage(number + 1, await bytesOf(number + 1)));
  const { signal } = new AbortController();
  const options = { ...choices, signal };
  const read = await recognizePages(source, { pages: blank, leftOut: [], warnings: [] }, recognize, options);
  const text = readLines(read.pages);
  const language = declared ?? (await detectLanguage(text.lines.map((line) => line.text).join(' '))) ?? 'en';
  const rules = leaveOutRules(choices);
  const { passages, notes, leftOut } = extractPassages(text, { language, rules, pictures: [], titles: [] });
  const markup = new Map(pages.map(({ document }) => [document, '']));
  const add = (page: number, more: string): void => {
    const document = pages[page - 1]?.document ?? '';
    markup.set(document, `${markup.get(document) ?? ''}${more}`);
  };
  for (const passage of passages) add(passage.page, markupOf(passage));
  for (const { page, text: note } of notes)
    add(page, `<aside epub:type="footnote"><p>${escapeMarkup(note)}</p></aside>`);
  return { markup, leftOut: [...leftOut, ...read.leftOut], warnings: read.warnings };
}

async function blankPage(number: number, bytes: Buffer) {
  const size = pictureSize(bytes, imageType(bytes) ?? '');
  const width = pageWidth * pointsPerInch;
  const height = width * (size && size.width > 0 ? size.height / size.width : usualShape);
  return await Promise.resolve({ number, width, height, fragments: [], rotated: [] });
}

function markupOf({ kind, text, level = 1 }: Passage): string {
  if (kind === 'scene-break') return '<hr/>';
  const lines = escapeMarkup(text).replaceAll('\n', '<br/>');
  const name = kind === 'heading' ? `h${Math.min(level + 1, 6)}` : 'p';
  return `<${name}>${lines}</${name}>`;
}
