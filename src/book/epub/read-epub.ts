import type { Block, Book, Chapter } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { chooseLanguage } from '../language/choose-language.ts';
import type { ChosenLanguage } from '../language/choose-language.ts';
import { keepForeignLanguages } from '../present/keep-foreign-languages.ts';
import { joinLines } from '../present/join-lines.ts';
import { markSpeakers } from '../present/mark-speakers.ts';
import { presentCode } from '../present/present-code.ts';
import { limitsOf } from '../read-limits.ts';
import type { BookChoices } from '../book-choices.ts';
import type { ReadLimits } from '../read-limits.ts';
import type { Archive } from './package/open-archive.ts';
import { cleanDocuments } from './markup/clean/clean-documents.ts';
import { capitalJoiner } from './markup/clean/spaced-capitals.ts';
import { joinDocuments } from './markup/book-flow.ts';
import type { BookFlow } from './markup/book-flow.ts';
import type { FlowDocument } from './markup/flow-block.ts';
import { findPackagePath } from './package/find-package-path.ts';
import { readContents } from './package/read-contents.ts';
import type { ContentsEntry } from './package/read-contents.ts';
import { findCover } from './package/find-cover.ts';
import { decodeText } from './package/decode-text.ts';
import { refuseDrm } from './package/refuse-drm.ts';
import { titleFromFileName } from '../titles/book-title.ts';
import { findBookTitle } from './chapters/find-book-title.ts';
import { divideBook } from './chapters/divide-book.ts';
import { readEpubMetadata } from './package/read-epub-metadata.ts';
import { parsePackageDocument } from './package/package-document.ts';
import type { PackageDocument } from './package/package-document.ts';
import { readSpine } from './read-spine.ts';
import type { Spine } from './read-spine.ts';

/**
 * Reads the files of an EPUB 2 or 3; `file` names the book if its package does not. `prepare` can change what was found in a
 * document. Throws `book-damaged`, `book-unsupported`, `book-drm`, `book-no-text` or `book-too-large`.
 */
export async function readArchive(
  archive: Archive,
  file: string,
  choices: BookChoices,
  prepare = (document: FlowDocument): FlowDocument => document,
): Promise<Book> {
  const limits = limitsOf(choices);
  const book = await readPackage(archive, limits);
  const written = await readContents(archive, book, limits);
  const spine = await readSpine(archive, book, choices, limits);
  const read = spine.documents.map(({ document }) => document);
  const joinCapitals = capitalJoiner(read);
  const contents = { ...written, entries: withLabels(written.entries, joinCapitals) };
  const clean = cleanDocuments(read, choices, joinCapitals);
  const documents = spine.documents.map(({ document, linear }, index) => ({
    document: prepare(clean[index] ?? document),
    linear,
  }));
  const flow = joinDocuments(documents, (path) => archive.find(path) ?? path);
  const { languages, ...declared } = readEpubMetadata(book);
  const title = joinCapitals(declared.title || (findBookTitle(flow, book, contents) ?? ''));
  const persons = [...declared.authors, ...declared.contributors].map(({ name }) => name);
  const { chapters, leftOut, warnings } = divideBook({ flow, book, contents, title, persons }, choices);
  if (chapters.length === 0) throw noText(spine.warnings, flow);
  const { warning, ...language } = await languageOf(spine, languages, chapters);
  const { cover, warnings: coverWarnings } = await findCover(archive, book, limits);
  const presented = presentCode(await keepForeignLanguages(chapters, language.language), { ...choices, ...language });
  return {
    metadata: { ...declared, title: title || (titleFromFileName(file) ?? chapters[0]?.title ?? ''), ...language },
    cover,
    chapters: joinLines(markSpeakers(presented.chapters)),
    leftOut: [...leftOut, ...presented.leftOut, ...spine.leftOut],
    warnings: [
      ...[archive, book, contents, spine].flatMap((part) => part.warnings),
      ...warnings,
      ...coverWarnings,
      ...(warning === undefined ? [] : [warning]),
    ],
  };
}

function withLabels(entries: readonly ContentsEntry[], write: (label: string) => string): ContentsEntry[] {
  return entries.map(({ label, target, children }) => ({
    label: write(label),
    target,
    children: withLabels(children, write),
  }));
}

/** Reads the package document of an EPUB. Throws `book-damaged`, `book-drm` or `book-too-large`. */
export async function readPackage(archive: Archive, limits: ReadLimits): Promise<PackageDocument> {
  const path = await findPackagePath(archive, limits);
  await refuseDrm(archive, limits);
  return parsePackageDocument(decodeText(await archive.read(path, limits.documentBytes)), path, limits);
}

/** The language in which the formulas were read is kept: their words would count as those of the text. */
async function languageOf(
  spine: Spine,
  declared: readonly string[],
  chapters: readonly Chapter[],
): Promise<ChosenLanguage> {
  return spine.language ?? (await chooseLanguage(declared, sampleOf(chapters)));
}

function noText([problem]: readonly string[], { blocks }: BookFlow): AudiobookError {
  if (problem !== undefined)
    return new AudiobookError('book-damaged', `No document of the book can be read. ${problem}`);
  const cause =
    blocks.length === 0
      ? 'It contains no text, perhaps only pictures. Text recognition reads pictures of pages (--ocr). It needs tesseract.'
      : 'All of its text was left out.';
  return new AudiobookError('book-no-text', `The book has nothing to read. ${cause}`);
}

/** Returns text from every chapter, enough to detect the language. */
function sampleOf(chapters: readonly Chapter[]): string {
  const share = Math.ceil(sampleLength / chapters.length);
  return chapters.map(({ blocks }) => startOf(blocks, share)).join('\n');
}

const sampleLength = 20_000;

function startOf(blocks: readonly Block[], length: number): string {
  let text = '';
  for (const block of blocks) {
    if (text.length >= length) break;
    text += `${block.text}\n`;
  }
  return text.slice(0, length);
}
