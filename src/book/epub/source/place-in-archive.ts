import type { PlacedDocument, PlacedSpan, PlacedText, SpokenBlock, UnplacedReason } from '../../../core/placed-text.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { idOf, isElement } from '../markup/markup-tree.ts';
import type { Parent } from '../markup/markup-tree.ts';
import { decodeWithEncoding } from '../package/decode-text.ts';
import type { Archive } from '../package/open-archive.ts';
import { documentEncoding } from './byte-offsets.ts';
import type { DocumentEncoding } from './byte-offsets.ts';
import { findSpans } from './find-spans.ts';
import type { FoundSpan } from './find-spans.ts';
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
  const inWork = startBlocks(blocks);
  const parts = new Uint32Array(inWork[0]?.isFound.length ?? 0);
  const documents: PlacedDocument[] = [];
  for (const [path, own] of blocksByDocument(inWork)) {
    const bytes = await archive.read(path, limits.documentBytes);
    const decoded = decodeWithEncoding(bytes);
    const encoding = documentEncoding(bytes, decoded);
    if (encoding === undefined) continue;
    const root = parseWithSource(decoded.text, limits);
    const found = findSpans(root, decoded.text, placeBlocks(root, path, own));
    if (found.length === 0) continue;
    const spans = placedSpans(found, encoding, parts);
    documents.push({ path, encoding: encoding.tags, idPrefix: unusedPrefix(root), spans });
  }
  return { documents, unplaced: unplacedIn(inWork, parts) };
}

function startBlocks(blocks: readonly SpokenBlock[]): BlockInWork[] {
  const isFound = new Uint8Array(blocks.reduce((sum, { sentences }) => sum + sentences.length / 2, 0));
  let sentence = 0;
  return blocks.map(({ text, source, sentences }) => {
    const firstSentence = sentence;
    sentence += sentences.length / 2;
    return { text, source, sentences, firstSentence, isFound, at: 0, isRepeated: false, isChanged: false };
  });
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

/** Counts the parts of each sentence on, in `counts`. */
function placedSpans(found: readonly FoundSpan[], encoding: DocumentEncoding, counts: Uint32Array): PlacedSpan[] {
  return found.map((span) => {
    const part = counts[span.sentence] ?? 0;
    counts[span.sentence] = part + 1;
    // In order, as an encoding asks for it.
    const [start, end] = [encoding.byteAt(span.start), encoding.byteAt(span.end)];
    return { ...span, part, start, end };
  });
}

/** Ids that are added begin with this letter, as often as needed. */
const firstPrefix = 's';

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

function unplacedIn(blocks: readonly BlockInWork[], parts: Uint32Array): PlacedText['unplaced'] {
  const unplaced: PlacedText['unplaced'][number][] = [];
  for (const block of blocks) {
    const { firstSentence, sentences } = block;
    for (let sentence = firstSentence; sentence < firstSentence + sentences.length / 2; sentence += 1)
      if (parts[sentence] === 0) unplaced.push({ sentence, reason: reasonOf(block, sentence) });
  }
  return unplaced;
}

function reasonOf({ isFound, isRepeated, isChanged }: BlockInWork, sentence: number): UnplacedReason {
  if (isFound[sentence] === 1) return 'no-span';
  if (isRepeated) return 'repeated';
  return isChanged ? 'changed' : 'generated';
}
