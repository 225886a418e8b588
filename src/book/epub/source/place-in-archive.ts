import type { PlacedDocument, PlacedSpan, PlacedText, SpokenBlock, UnplacedReason } from '../../../core/placed-text.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { idOf, isElement } from '../markup/markup-tree.ts';
import type { Parent } from '../markup/markup-tree.ts';
import { decodeWithEncoding } from '../package/decode-text.ts';
import type { Archive } from '../package/open-archive.ts';
import { documentEncoding } from './byte-offsets.ts';
import { findInElements } from './find-in-elements.ts';
import type { SourceDocument } from './find-in-elements.ts';
import { findSpans } from './find-spans.ts';
import type { FoundSpan, SentenceKey } from './find-spans.ts';
import { parseWithSource } from './parse-with-source.ts';
import { placeBlocks } from './place-blocks.ts';
import type { BlockInWork } from './place-blocks.ts';

/**
 * Finds where the sentences of blocks stand in the documents that they were read from, one document after the other. Throws
 * `book-damaged` when a document is missing or cannot be inflated, and `book-too-large`.
 */
export async function placeInArchive(
  archive: Archive,
  blocks: readonly SpokenBlock[],
  limits: ReadLimits,
): Promise<PlacedText> {
  const inWork = blocks.map((block, index) => startBlock(block, index));
  const documents: PlacedDocument[] = [];
  for (const [path, own] of blocksByDocument(inWork)) {
    const bytes = await archive.read(path, limits.documentBytes);
    const placed = placeInDocument(bytes, path, own, limits);
    if (placed !== undefined) documents.push(placed);
  }
  return { documents, unplaced: unplacedIn(inWork) };
}

function startBlock(block: SpokenBlock, index: number): BlockInWork {
  const keys = block.sentences.map((_, sentence): SentenceKey => ({
    block: index,
    sentence,
    isFound: false,
    parts: 0,
  }));
  const { text, source, sentences } = block;
  return { text, source, sentences, keys, at: 0, isRepeated: false, isChanged: false };
}

function blocksByDocument(blocks: readonly BlockInWork[]): Map<string, BlockInWork[]> {
  const byDocument = new Map<string, BlockInWork[]>();
  for (const block of blocks) {
    for (const { document } of block.source) {
      const own = byDocument.get(document);
      if (own === undefined) byDocument.set(document, [block]);
      else if (own.at(-1) !== block) own.push(block);
    }
  }
  return byDocument;
}

function placeInDocument(
  bytes: Buffer,
  path: string,
  blocks: readonly BlockInWork[],
  limits: ReadLimits,
): PlacedDocument | undefined {
  const decoded = decodeWithEncoding(bytes);
  const encoding = documentEncoding(bytes, decoded);
  if (encoding === undefined) return undefined;
  const { found, idPrefix } = findInDocument({ path, text: decoded.text }, blocks, limits);
  if (found.length === 0) return undefined;
  const spans = found.map(({ key, characters, start, end, element }): PlacedSpan => {
    const { block, sentence, parts: part } = key;
    key.parts += 1;
    return { block, sentence, part, characters, start: encoding.byteAt(start), end: encoding.byteAt(end), element };
  });
  return { path, encoding: encoding.tags, idPrefix, spans };
}

function findInDocument(
  document: SourceDocument,
  blocks: readonly BlockInWork[],
  limits: ReadLimits,
): { readonly found: readonly FoundSpan[]; readonly idPrefix: string } {
  const { path, text } = document;
  const found = mayHoldIds(text) ? undefined : findInElements(document, blocks, limits);
  if (found !== undefined) return { found, idPrefix: firstPrefix };
  const root = parseWithSource(text, limits);
  return { found: findSpans(root, text, placeBlocks(root, path, blocks)), idPrefix: unusedPrefix(root) };
}

/** Ids that are added begin with this letter, as often as needed. */
const firstPrefix = 's';

/** Reports whether an attribute of a document may have the form of the ids that are added. */
function mayHoldIds(text: string): boolean {
  return /=\s*["']?(?:s+\d|s*&)/u.test(text);
}

/** Returns a prefix so that no id in the document is the prefix and a number. */
function unusedPrefix(root: Parent): string {
  const taken = new Set<string>();
  const visit = ({ children }: Parent): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      for (const id of [idOf(child), child.attribs['xml:id'], child.attribs['name']]) {
        const prefix = id === undefined ? undefined : /^(s+)\d+$/u.exec(id)?.[1];
        if (prefix !== undefined) taken.add(prefix);
      }
      visit(child);
    }
  };
  visit(root);
  let prefix = firstPrefix;
  while (taken.has(prefix)) prefix += firstPrefix;
  return prefix;
}

function unplacedIn(blocks: readonly BlockInWork[]): PlacedText['unplaced'] {
  const unplaced: PlacedText['unplaced'][number][] = [];
  for (const block of blocks) {
    for (const key of block.keys)
      if (key.parts === 0) unplaced.push({ block: key.block, sentence: key.sentence, reason: reasonOf(block, key) });
  }
  return unplaced;
}

function reasonOf({ isRepeated, isChanged }: BlockInWork, { isFound }: SentenceKey): UnplacedReason {
  if (isFound) return 'no-span';
  if (isRepeated) return 'repeated';
  return isChanged ? 'changed' : 'generated';
}
