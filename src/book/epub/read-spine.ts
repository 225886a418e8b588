import type { LeftOut } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { BookChoices } from '../book-choices.ts';
import type { ReadLimits } from '../read-limits.ts';
import { tooLarge } from '../too-large.ts';
import { hiddenClassReader } from './hidden-class-reader.ts';
import type { FlowDocument } from './markup/flow-block.ts';
import { parseContent } from './markup/parse-markup.ts';
import { readDocument } from './markup/read-document.ts';
import { decodeText } from './package/decode-text.ts';
import type { Archive } from './package/open-archive.ts';
import type { PackageDocument } from './package/package-document.ts';

/** The documents of a book in reading order. */
export interface Spine {
  readonly documents: readonly { readonly document: FlowDocument; readonly linear: boolean }[];
  /** Documents that are missing or cannot be read. */
  readonly leftOut: readonly LeftOut[];
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
  const readHiddenClasses = hiddenClassReader(archive);
  const names = book.spine.map(({ item }) => archive.find(item.path) ?? item.path);
  const size = names.reduce((sum, name) => sum + archive.size(name), 0);
  if (size > limits.totalBytes) throw tooLarge('total unpacked size', limits.totalBytes, 'bytes');
  for (const { item, linear } of book.spine) {
    const name = archive.find(item.path);
    if (name === undefined) {
      leftOut.push({ document: item.path, reason: 'missing', words: 0 });
      warnings.push(`The document '${item.path}' is missing from the book and was skipped.`);
      continue;
    }
    try {
      const root = parseContent(decodeText(await archive.read(name, limits.documentBytes)), limits);
      documents.push({ document: readDocument(root, name, choices, await readHiddenClasses(root, name)), linear });
    } catch (error) {
      if (!(error instanceof AudiobookError) || error.code !== 'book-damaged') throw error;
      leftOut.push({ document: name, reason: 'unreadable', words: 0 });
      warnings.push(`The document '${name}' is damaged and was skipped.`);
    }
  }
  return { documents, leftOut, warnings };
}
