import type { LeftOut } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { BookChoices } from '../book-choices.ts';
import type { ReadLimits } from '../read-limits.ts';
import type { ChosenLanguage } from '../language/choose-language.ts';
import { isText } from '../is-text.ts';
import { imageType } from '../pictures/image-type.ts';
import { tooLarge } from '../read-limits.ts';
import { readEpubMetadata } from './package/read-epub-metadata.ts';
import { languageOfSpine } from './language-of-spine.ts';
import { noteLinkFinder } from './note-link-finder.ts';
import { styleClassReader } from './style-class-reader.ts';
import { FormulaReader } from './math/formula-reader.ts';
import { loadMathSpeech } from './math/load-math-speech.ts';
import { loadTexReader } from './math/load-tex-reader.ts';
import { mayHaveTex } from './math/tex-formulas.ts';
import type { FlowDocument } from './markup/flow-block.ts';
import { parseContent } from './markup/parse-markup.ts';
import { readDocument } from './markup/read-document.ts';
import { parseWithSource } from './source/parse-with-source.ts';
import { decodeText } from './package/decode-text.ts';
import type { Archive } from './package/open-archive.ts';
import type { PackageDocument } from './package/package-document.ts';

/** The documents of a book in reading order. */
export interface Spine {
  readonly documents: readonly { readonly document: FlowDocument; readonly linear: boolean }[];
  /** Documents that are missing or cannot be read. */
  readonly leftOut: readonly LeftOut[];
  /** The language of the book if it was needed to read formulas, which can be most of its words. */
  readonly language: ChosenLanguage | undefined;
  readonly warnings: readonly string[];
}

/** Reads the documents of the spine one by one, so that only one is in memory as a tree. Throws `book-too-large`. */
export async function readSpine(
  archive: Archive,
  book: PackageDocument,
  choices: BookChoices,
  limits: ReadLimits,
): Promise<Spine> {
  const documents: { readonly document: FlowDocument; readonly linear: boolean }[] = [];
  const leftOut: LeftOut[] = [];
  const warnings: string[] = [];
  const readStyles = styleClassReader(archive);
  const findNoteLinks = noteLinkFinder(archive, limits);
  const names = book.spine.map(({ item }) => archive.find(item.path) ?? item.path);
  const size = names.reduce((sum, name) => sum + archive.size(name), 0);
  if (size > limits.totalBytes) throw tooLarge('total unpacked size', limits.totalBytes, 'bytes');
  const parse = choices.keepsSource ? parseWithSource : parseContent;
  const formulas = new FormulaReader({ mode: choices.math });
  let language: ChosenLanguage | undefined;
  const prepareFormulas = async (text: string): Promise<void> => {
    if (!mayHaveTex.test(text) && !mayHaveFormulas.test(text)) return;
    language ??= await languageOfSpine(archive, names, readEpubMetadata(book).languages, limits);
    formulas.language = language.language;
    await loadReaders(formulas, text, language.language);
  };
  for (const { item, linear } of book.spine) {
    const name = archive.find(item.path);
    if (name === undefined) {
      leftOut.push({ document: item.path, reason: 'missing', words: 0 });
      warnings.push(`The document '${item.path}' is missing from the book and was skipped.`);
      continue;
    }
    try {
      const bytes = await archive.read(name, limits.documentBytes);
      if (imageType(bytes) !== undefined && !isText(bytes)) {
        leftOut.push({ document: name, reason: 'empty', words: 0 });
        continue;
      }
      const text = decodeText(requireText(bytes));
      await prepareFormulas(text);
      const root = parse(text, limits);
      const facts = { styles: await readStyles(root, name), noteMarks: await findNoteLinks(root, name) };
      documents.push({ document: readDocument(root, name, { ...choices, formulas }, facts), linear });
      leftOut.push(...formulas.takeUnread(name));
    } catch (error) {
      if (!(error instanceof AudiobookError) || error.code !== 'book-damaged') throw error;
      leftOut.push({ document: name, reason: 'unreadable', words: 0 });
      warnings.push(`The document '${name}' is damaged and was skipped.`);
    }
  }
  return { documents, leftOut, language, warnings: [...warnings, ...formulas.warnings] };
}

/** Loads what reads the formulas of a text in words. */
async function loadReaders(formulas: FormulaReader, text: string, language: string): Promise<void> {
  const hasTex = mayHaveTex.test(text);
  if (!formulas.isReading || !(hasTex || hasMath(text))) return;
  formulas.speech ??= await loadMathSpeech(language);
  if (hasTex) formulas.toMath ??= await loadTexReader();
}

/** Returns the bytes of a text. Throws `book-damaged` for those of anything else, which would be read aloud as noise. */
function requireText(bytes: Uint8Array): Uint8Array {
  if (!isText(bytes)) throw new AudiobookError('book-damaged', 'The document is not a text.');
  return bytes;
}

/** Markup and the names of pictures that formulas can have. Without the flag `u` it is twenty times as fast, in all documents of a book. */
const mayHaveFormulas = /math|formula|equation|\beqn?\b|latex/i;

function hasMath(text: string): boolean {
  return text.includes('math') && /<(?:\w+:)?math[\s>]/u.test(text);
}
