import type { LeftOutReason } from '../../../core/book.ts';
import { holdsWorks } from '../../titles/bibliography.ts';
import { titleWords } from '../../titles/title-words.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';

/** The book, as far as it matters when continuations are looked for. */
interface ContinuationSearch {
  readonly reasons: ReadonlyMap<FlowBlock, LeftOutReason>;
  /** Labels of the contents entries that lead to a position. */
  readonly targets: ReadonlyMap<number, readonly string[]>;
  /** Tells which blocks would be read. */
  readonly isOpen: (block: FlowBlock) => boolean;
}

/**
 * Finds how an index or a bibliography goes on in the next documents, as converters divide long ones: blocks like its
 * entries, until a heading or an entry of the contents that is more than a letter.
 */
export function findContinuations(flow: BookFlow, search: ContinuationSearch): Map<FlowBlock, LeftOutReason> {
  const found = new Map<FlowBlock, LeftOutReason>();
  let reason: LeftOutReason | undefined;
  for (const place of flow.documents) {
    if (!place.linear || place.start === place.end) continue;
    const blocks = continuationOf(flow, place, reason, search);
    for (const block of blocks) if (reason !== undefined && search.isOpen(block)) found.set(block, reason);
    const last = flow.blocks[place.end - 1];
    reason = last && (search.reasons.get(last) ?? found.get(last));
  }
  return found;
}

function continuationOf(
  flow: BookFlow,
  place: PlacedDocument,
  reason: LeftOutReason | undefined,
  search: ContinuationSearch,
): readonly FlowBlock[] {
  if (reason !== 'index' && reason !== 'bibliography') return [];
  const isEntry = reason === 'index' ? isIndexEntry : isWork;
  const part = flow.blocks.slice(place.start, endOfPart(flow, place, { targets: search.targets, isEntry }));
  const blocks = part.slice(0, part.findLastIndex(isEntry) + 1);
  const texts = blocks.filter(({ kind }) => kind !== 'heading' && kind !== 'scene-break');
  const entries = texts.filter(isEntry);
  const [least, share] = reason === 'index' ? [2, 0.6] : [5, 0.8];
  if (entries.length < least || entries.length < share * texts.length) return [];
  return reason === 'index' || isInOrder(entries, share) ? blocks : [];
}

/** Returns the position of the first block that begins something else. */
function endOfPart({ blocks }: BookFlow, { start, end }: PlacedDocument, { targets, isEntry }: PartSearch): number {
  const isText = (block: FlowBlock | undefined): boolean => block !== undefined && isProse(block) && !isEntry(block);
  let position = start;
  while (position < end) {
    if (isHeadingOfOther(blocks[position]) || targets.get(position)?.every(isInitial) === false) break;
    if (isText(blocks[position]) && isText(blocks[position + 1])) break;
    position += 1;
  }
  return position;
}

function isHeadingOfOther(block: FlowBlock | undefined): boolean {
  return block !== undefined && (block.kind === 'heading' || block.isTitleLike) && !isInitial(block.text);
}

interface PartSearch extends Pick<ContinuationSearch, 'targets'> {
  readonly isEntry: (block: FlowBlock) => boolean;
}

/** A letter above the entries that begin with it, or several: `A`, `I–J`, `XYZ`. */
function isInitial(text: string): boolean {
  if (/^\P{L}*\p{L}(?:\s*[–—,/-]\s*\p{L})?\P{L}*$/u.test(text)) return true;
  const codes = Array.from(text.toLowerCase(), (letter) => letter.codePointAt(0) ?? 0);
  return codes.length <= 4 && codes.every((code, index) => index === 0 || code === (codes[index - 1] ?? 0) + 1);
}

/** A line that ends in numbers of pages or leads to another entry. */
function isIndexEntry({ kind, text }: FlowBlock): boolean {
  return kind !== 'heading' && (pageNumbers.test(text) || reference.test(text));
}

const pageNumbers = /(?:^|[\s,;:/–-])\p{N}{1,4}(?:[a-z]{1,2}\d{0,3}\.?)?[\s.,;)]*$/u;
const reference = new RegExp(`(?:^|[\\s,;.(])(?:${titleWords('reference')})\\s\\S`, 'iu');

function isWork(block: FlowBlock): boolean {
  return block.kind !== 'heading' && holdsWorks([block]);
}

/** Reports whether works stand in the order of their authors, as the entries of a chronicle do not. */
function isInOrder(works: readonly FlowBlock[], share: number): boolean {
  const initials = works.flatMap(({ text }) => /^\p{L}/u.exec(text.normalize('NFKD').toLowerCase()) ?? []);
  const ordered = initials.filter((initial, index) => index === 0 || (initials[index - 1] ?? '') <= initial);
  return initials.length >= share * works.length && ordered.length >= share * initials.length;
}
