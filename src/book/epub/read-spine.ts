import path from 'node:path';
import { findAll, findFirst, attribute, textOf } from './markup/markup-tree.ts';
import { parseContent } from './markup/parse-markup.ts';
import type { Parent } from './markup/markup-tree.ts';
import type { LeftOut } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { BookChoices } from '../book-choices.ts';
import type { ReadLimits } from '../read-options.ts';
import { tooLarge } from '../too-large.ts';
import type { Archive } from './package/open-archive.ts';
import { decodeText } from './package/decode-text.ts';
import type { FlowDocument } from './markup/flow-block.ts';
import { hiddenClasses } from './hidden-class-reader.ts';
import type { PackageDocument } from './package/package-document.ts';
import { readDocument } from './markup/read-document.ts';
import { resolveReference } from './markup/resolve-reference.ts';

export interface Spine {
  readonly documents: readonly { readonly document: FlowDocument; readonly linear: boolean }[];
  /** Documents that are missing or cannot be read; the rest of the book is read. */
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Reads the documents of the spine one after the other, so that only one is in memory as a tree. */
export async function readSpine(
  archive: Archive,
  book: PackageDocument,
  choices: BookChoices,
  limits: ReadLimits,
): Promise<Spine> {
  const documents: { readonly document: FlowDocument; readonly linear: boolean }[] = [];
  const leftOut: LeftOut[] = [];
  const warnings: string[] = [];
  const styles = styleReader(archive);
  const names = book.spine.map(({ item }) => archive.find(item.path) ?? item.path);
  const size = names.reduce((sum, name) => sum + archive.size(name), 0);
  if (size > limits.totalBytes) throw tooLarge('unpacked size in all', limits.totalBytes, 'bytes');
  for (const { item, linear } of book.spine) {
    const name = archive.find(item.path);
    if (name === undefined) {
      leftOut.push({ document: item.path, reason: 'missing', words: 0 });
      warnings.push(`The document '${item.path}' is missing in the book; the rest is read.`);
      continue;
    }
    try {
      const root = parseContent(decodeText(await archive.read(name, limits.documentBytes)), limits);
      documents.push({ document: readDocument(root, name, choices, await styles(root, name)), linear });
    } catch (error) {
      if (!(error instanceof AudiobookError) || error.code !== 'book-damaged') throw error;
      leftOut.push({ document: name, reason: 'unreadable', words: 0 });
      warnings.push(`The document '${name}' is damaged and cannot be read; the rest is read.`);
    }
  }
  return { documents, leftOut, warnings };
}

const largestStyleSheet = 2_000_000;

/** Reads what the style sheets of a document hide; each sheet is read once. */
function styleReader(archive: Archive): (root: Parent, document: string) => Promise<ReadonlySet<string>> {
  const known = new Map<string, ReadonlySet<string>>();
  const read = async (name: string): Promise<ReadonlySet<string>> => {
    const classes = known.get(name) ?? hiddenClasses(await sheetText(archive, name));
    known.set(name, classes);
    return classes;
  };
  return async (root, document) => {
    const head = findFirst(root, 'head');
    if (!head) return new Set();
    const own = findAll(head, 'style').map((style) => hiddenClasses(textOf(style)));
    const linked = findAll(head, 'link')
      .filter((link) => attribute(link, 'rel') === 'stylesheet')
      .map((link) => resolveReference(document, attribute(link, 'href') ?? '')?.path ?? '')
      .filter((name) => path.posix.extname(name) === '.css');
    const sheets = await Promise.all(linked.slice(0, 20).map((name) => read(archive.find(name) ?? name)));
    const all = new Set<string>();
    for (const classes of [...own, ...sheets]) for (const name of classes) all.add(name);
    return all;
  };
}

/** A sheet that is missing, damaged or huge hides nothing. */
async function sheetText(archive: Archive, name: string): Promise<string> {
  try {
    return decodeText(await archive.read(name, largestStyleSheet));
  } catch (error) {
    if (error instanceof AudiobookError) return '';
    throw error;
  }
}
