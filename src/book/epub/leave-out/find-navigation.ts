import { countEach } from '../../../core/collections/count-each.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';
import { countLetters } from '../markup/normalize-text.ts';
import { titleWords } from '../../titles/title-words.ts';
import { isTitleOfPiece } from '../../titles/title-patterns.ts';
import { repeatedEdges } from './repeated-edges.ts';
import { reasonByTitle } from './reason-by-name.ts';

/** Marks between links. */
const separators = /[|«»‹›<>[\]()·•/–—-]+|\p{So}|\p{Sm}/gu;
/** Those that no title has. */
const rowSeparators = /[|«»‹›<>·•]+/u;
/** A line of them is no text, linked or not. */
const arrows = /^[\s|«»‹›<>[\]()·•/–—-]*[«»‹›←-⇿➔-➾⬅-⬍▲▶▼◀☚-☟][\s|«»‹›←-⇿➔-➾⬅-⬍▲▶▼◀☚-☟<>[\]()·•/–—-]*$/u;
const words = `${titleWords('links')}|${titleWords('contents')}`;
const labels = new RegExp(`^(?:(?:${words})(?:[.…\\s]+|$))+$`, 'iu');
/** `Next: Installation`, `Previous topic Introduction`. */
const leading = new RegExp(`^(?:${words})\\s*[:：]|^(?=\\S+\\s\\S+\\s)(?:${words})(?<=\\s\\S+)\\s`, 'iu');

/** Longer blocks are text. Words. */
const maxSize = 40;
/** Longer links are named by what they lead to and are no row of a page. Words. */
const maxLinkSize = 12;
/** Fewer numbers or letters in links can be a text. */
const minNumbers = 4;
/** A link at the edge of this many documents or chapters is not part of their text. */
const minRepeats = 3;
/** Prefaces and the last document lead nowhere. */
const minShare = 0.6;

/**
 * Finds links between the pages of a book: by their words, by what repeats at the edges of documents and chapters, and by their
 * place, where documents end with a link that leads on.
 */
export function findNavigation(flow: BookFlow): readonly FlowBlock[] {
  const { blocks, documents } = flow;
  const labelled = repeatedEdges(flow, (block) =>
    block.kind !== 'heading' && isLabel(block.text) ? 'label' : undefined,
  );
  const found = new Set([...repeatedLinks(flow), ...lastLinks(documents, blocks), ...labelled]);
  return documents.flatMap(({ start, end }) => {
    const own = blocks.slice(start, end);
    return own.filter((block, index) => {
      if (found.has(block) || isNavigation(block) || isTarget(block, own[index - 1])) return true;
      if (isTarget(own[index + 1], block)) return true;
      return isShortLine(block) && isRowOfNumbers(own[index + 1]);
    });
  });
}

/** Returns links with the same words that begin documents, or end them or a chapter. */
function repeatedLinks({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  const starts = new Set(documents.map(({ start }) => start));
  let endsText = true;
  const edges = blocks.toReversed().filter((block, index) => {
    const position = blocks.length - 1 - index;
    const isEdge = isLinkAlone(block) && (endsText || starts.has(position));
    endsText = starts.has(position) || block.kind === 'heading' || (endsText && isBetween(block));
    return isEdge;
  });
  const counts = countEach(edges.map(({ text }) => text));
  return edges.filter(({ text }) => (counts.get(text) ?? 0) >= minRepeats && !isTitleOfPiece(text));
}

/** Between the text and the next chapter. */
function isBetween(block: FlowBlock): boolean {
  return block.kind === 'scene-break' || isLinkAlone(block);
}

/** Returns the links at the ends of documents, if most documents with text have some. */
function lastLinks(documents: readonly PlacedDocument[], blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  const texts = documents.filter(({ linear, start, end }) => linear && blocks.slice(start, end).some(isProse));
  const ends = texts.map(({ start, end }) => {
    const last = blocks.slice(start, end).findLastIndex((block) => !isBetween(block));
    return blocks.slice(start + last + 1, end).filter(isLinkAlone);
  });
  const ending = ends.filter((links) => links.length > 0).length;
  return ending >= Math.max(minRepeats, minShare * texts.length) ? ends.flat() : [];
}

function isLinkAlone({ kind, linkedShare, size }: FlowBlock): boolean {
  return kind !== 'heading' && linkedShare > 0.8 && size <= maxLinkSize;
}

function isNavigation(block: FlowBlock): boolean {
  const { text, size, linkedShare } = block;
  if (isRowOfNumbers(block)) return true;
  if (size > maxSize) return false;
  if (arrows.test(text) || isTopicLink(block) || isRowOfLabels(text)) return true;
  return linkedShare > 0.5 && (leading.test(text.trim()) || isLabel(text));
}

function isLabel(text: string): boolean {
  return labels.test(text.replaceAll(separators, ' ').trim());
}

/** `Previous Chapter | Next Chapter` that lost its links. */
function isRowOfLabels(text: string): boolean {
  const parts = text.split(rowSeparators).filter((part) => part.trim() !== '');
  return parts.length > 1 && parts.every((part) => labels.test(part.trim()));
}

/** `1 | 2 | 3 | 4` at the head of a book of the Bible, `A B C D` above a glossary; the number of the page itself is not linked. */
function isRowOfNumbers(block: FlowBlock | undefined): boolean {
  if (block === undefined || block.kind === 'heading' || block.linkedShare < 0.7) return false;
  const parts = block.text
    .replaceAll(separators, ' ')
    .trim()
    .split(/[\s.,:;/・]+/u);
  return parts.length >= minNumbers && parts.every((part) => /^(?:\p{N}{1,4}|\p{L}\p{M}*|[IVXLC]+)$/u.test(part));
}

/** What the numbers of a row below lead to: `Chapter`. */
function isShortLine({ text, kind, size }: FlowBlock): boolean {
  return kind !== 'heading' && size <= 2 && /^\P{P}+:?$/u.test(text);
}

/** `Parent topic: User guide`: a label, a colon and a link that is the rest. */
function isTopicLink({ text, linkedShare }: FlowBlock): boolean {
  if (linkedShare === 0) return false;
  const colon = text.search(/[:：]/u);
  if (colon === -1 || !isLabel(text.slice(0, colon))) return false;
  return linkedShare * countLetters(text) > 0.98 * countLetters(text.slice(colon));
}

/** The link below a heading that only says where it leads: `Previous topic`. */
function isTarget(block: FlowBlock | undefined, before: FlowBlock | undefined): boolean {
  if (block === undefined || before?.kind !== 'heading' || block.kind === 'heading') return false;
  return block.linkedShare > 0.8 && isLabel(before.text) && reasonByTitle(before.text) !== 'contents';
}
