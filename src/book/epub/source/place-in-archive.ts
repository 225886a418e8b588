import type { PlacedDocument, PlacedSpan, PlacedText, SpokenBlock, UnplacedReason } from '../../../core/placed-text.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { idOf, isElement } from '../markup/markup-tree.ts';
import type { Parent } from '../markup/markup-tree.ts';
import { decodeWithEncoding } from '../package/decode-text.ts';
import type { Archive } from '../package/open-archive.ts';
import { documentEncoding } from './byte-offsets.ts';
import { findSpans } from './find-spans.ts';
import type { SentenceKey } from './find-spans.ts';
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
  return { documents, unplaced: inWork.flatMap(unplacedIn) };
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
    for (const document of new Set(block.source.map((source) => source.document))) {
      const own = byDocument.get(document);
      if (own === undefined) byDocument.set(document, [block]);
      else own.push(block);
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
  const root = parseWithSource(decoded.text, limits);
  const found = findSpans(root, decoded.text, placeBlocks(root, path, blocks));
  if (found.length === 0) return undefined;
  const spans = found.map(({ key, characters, start, end, element }): PlacedSpan => {
    const { block, sentence, parts: part } = key;
    key.parts += 1;
    return { block, sentence, part, characters, start: encoding.byteAt(start), end: encoding.byteAt(end), element };
  });
  return { path, encoding: encoding.tags, idPrefix: unusedPrefix(root), spans };
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
  let prefix = 's';
  while (taken.has(prefix)) prefix += 's';
  return prefix;
}

function unplacedIn(block: BlockInWork): PlacedText['unplaced'] {
  return block.keys
    .filter(({ parts }) => parts === 0)
    .map((key) => ({ block: key.block, sentence: key.sentence, reason: reasonOf(block, key) }));
}

function reasonOf({ isRepeated, isChanged }: BlockInWork, { isFound }: SentenceKey): UnplacedReason {
  if (isFound) return 'no-span';
  if (isRepeated) return 'repeated';
  return isChanged ? 'changed' : 'generated';
}
