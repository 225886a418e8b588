import type { LeftOutReason } from '../../../core/book.ts';
import { holdsWorks, isBibliographyTitle } from '../../titles/bibliography.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { sectionsOf } from '../markup/book-flow.ts';

/** A shorter row of addresses belongs to the text. */
const minAddresses = 3;
/** An address may have a title of this many words. */
const maxTitleSize = 12;
/** Longer blocks are text. */
const maxListedSize = 3 * maxTitleSize;

/**
 * Finds bibliographies below a heading that names one, the headings of those that the markup declares, and rows of web
 * addresses, with the heading that has nothing else below it. `isOpen` selects the blocks that would be read.
 */
export function findReferences(flow: BookFlow, isOpen: (block: FlowBlock) => boolean): Map<FlowBlock, LeftOutReason> {
  const found = new Map<FlowBlock, LeftOutReason>();
  const sections = sectionsOf(flow);
  for (let index = 0; index < sections.length; index += 1) {
    const open = (sections[index] ?? []).filter(isOpen);
    for (const block of bibliographyAt(sections, index, open, isOpen)) found.set(block, 'bibliography');
    for (const block of addressesOf(open)) if (!found.has(block)) found.set(block, 'links');
  }
  return found;
}

/** Returns the heading of a section if it names a bibliography, and the works below it. `open` are the blocks of the section that would be read. */
function bibliographyAt(
  sections: readonly (readonly FlowBlock[])[],
  index: number,
  open: readonly FlowBlock[],
  isOpen: (block: FlowBlock) => boolean,
): readonly FlowBlock[] {
  const start = lastHeading(open);
  if (!isBibliographyHeading(open[start])) return [];
  if (isEmptied(sections[index] ?? [], open)) return open.slice(start);
  const parts = [...open.slice(start), ...partsBelow(sections, index, open[start]?.level ?? 6).filter(isOpen)];
  return holdsEntries(parts) ? parts : [];
}

/** Reports whether only headings of a section would be read, because its markup declares all of its text a bibliography. */
function isEmptied(section: readonly FlowBlock[], open: readonly FlowBlock[]): boolean {
  if (open.some(({ kind }) => kind !== 'heading')) return false;
  const texts = section.filter(({ kind }) => kind !== 'heading');
  return texts.length > 0 && texts.every(({ markupReason }) => markupReason === 'bibliography');
}

function isBibliographyHeading(block: FlowBlock | undefined): boolean {
  if (block === undefined || !(block.kind === 'heading' || block.isTitleLike || block.size <= 4)) return false;
  return isBibliographyTitle(block.text);
}

/** Returns the position of the heading right above the text; 0 when there is none. */
function lastHeading(section: readonly FlowBlock[]): number {
  const text = section.findIndex(({ kind }) => kind !== 'heading');
  return Math.max(0, (text === -1 ? section.length : text) - 1);
}

/** Returns the sections after `index` that have lower headings, in the same document. */
function partsBelow(sections: readonly (readonly FlowBlock[])[], index: number, level: number): FlowBlock[] {
  const document = sections[index]?.[0]?.document;
  const isBelow = ([first]: readonly FlowBlock[]): boolean =>
    first?.document === document && (first?.level ?? 7) > level;
  let end = index + 1;
  while (end < sections.length && isBelow(sections[end] ?? [])) end += 1;
  return sections.slice(index + 1, end).flat();
}

function holdsEntries(blocks: readonly FlowBlock[]): boolean {
  return holdsWorks(blocks.filter(({ kind }, index) => index > 0 && kind !== 'heading' && kind !== 'scene-break'));
}

/** Returns the blocks of all lists of addresses, and the headings of a section that is only such a list. */
function addressesOf(section: readonly FlowBlock[]): readonly FlowBlock[] {
  if (!section.some(isAddress)) return [];
  const rows: FlowBlock[][] = [[]];
  for (const block of section) {
    if (isAddress(block) || isWork(block)) rows.at(-1)?.push(block);
    else rows.push([]);
  }
  const found = rows.flatMap(listIn);
  const text = section.filter(({ kind }) => kind !== 'heading');
  return found.length > 0 && found.length === text.length ? section : found;
}

/** Returns the list of addresses in a row, with the works between them that have none. */
function listIn(row: readonly FlowBlock[]): readonly FlowBlock[] {
  const list = row.slice(row.findIndex(isAddress), row.findLastIndex(isAddress) + 1);
  const addresses = list.filter(isAddress).length;
  return addresses >= minAddresses && addresses * 2 >= list.length ? list : [];
}

/** A work whose author stands first, surname before name. */
function isWork(block: FlowBlock): boolean {
  if (block.kind === 'heading' || block.size > maxListedSize || !/^\p{Lu}[\p{L}\p{M}’'-]+, \p{Lu}/u.test(block.text))
    return false;
  return holdsWorks([block]);
}

function isAddress({ kind, text, size }: FlowBlock): boolean {
  if (kind === 'heading' || kind === 'code' || size > maxListedSize) return false;
  if (!/https?:\/\/|\bwww\./u.test(text)) return false;
  const title = text.replaceAll(/(?:https?:\/\/|\bwww\.)\S+/gu, ' ').trim();
  return title.split(/\s+/u).length <= maxTitleSize;
}
