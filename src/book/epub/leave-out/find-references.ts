import type { LeftOutReason } from '../../../core/book.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { sectionsOf } from '../markup/sections-of.ts';

/** Whole titles of bibliographies, letters only. Some could also name a chapter, so the text below is checked. */
const titles: ReadonlySet<string> = new Set(
  `bibliography selectbibliography selectedbibliography annotatedbibliography references referencelist referencescited
   workscited workscitedlist literaturecited listofreferences sourcescited furtherreading suggestedreading
   literaturverzeichnis quellenverzeichnis bibliografie bibliographie literatur literaturhinweise literaturangaben
   quellen références référencesbibliographiques ouvragescités bibliografía referencias referenciasbibliográficas
   obrascitadas obrasconsultadas bibliografia riferimenti riferimentibibliografici operecitate referências
   referênciasbibliográficas literatuurlijst literatuur bibliografi litteratur litteraturförteckning litteraturlista
   litteraturliste referenser referanser kirjallisuus lähteet lähdeluettelo literatura piśmiennictwo seznamliteratury
   irodalomjegyzék irodalom kaynakça kaynaklar βιβλιογραφία библиография списоклитературы литература бібліографія
   списоклітератури література 参考文献 參考文獻 参考書目 參考書目 引用文献 文献目録 참고문헌 ביבליוגרפיה מקורות`
    .trim()
    .split(/\s+/u)
    .map((title) => normalizeForComparison(title)),
);

/** Entries are shorter than this many words; longer paragraphs are an essay about books. */
const maxEntrySize = 70;
/** A shorter row of addresses belongs to the text. */
const minAddresses = 3;
/** An address may have a title of this many words. */
const maxTitleSize = 12;

/**
 * Finds bibliographies below a heading that names one, and rows of web addresses, with the heading that has nothing else
 * below it. `isOpen` tells which blocks would be read.
 */
export function findReferences(flow: BookFlow, isOpen: (block: FlowBlock) => boolean): Map<FlowBlock, LeftOutReason> {
  const found = new Map<FlowBlock, LeftOutReason>();
  const sections = sectionsOf(flow);
  for (let index = 0; index < sections.length; index += 1) {
    const open = (sections[index] ?? []).filter(isOpen);
    const start = lastHeading(open);
    if (isBibliographyHeading(open[start])) {
      const parts = [...open.slice(start), ...partsBelow(sections, index, open[start]?.level ?? 6).filter(isOpen)];
      if (holdsEntries(parts)) for (const block of parts) found.set(block, 'bibliography');
    }
    for (const block of addressesOf(open)) if (!found.has(block)) found.set(block, 'links');
  }
  return found;
}

function isBibliographyHeading(block: FlowBlock | undefined): boolean {
  if (block === undefined || !(block.kind === 'heading' || block.isTitleLike || block.size <= 4)) return false;
  return titles.has(normalizeForComparison(block.text.replace(/^[\p{N}.\s]+/u, '')));
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
  const entries = blocks.filter(({ kind }, index) => index > 0 && kind !== 'heading' && kind !== 'scene-break');
  return entries.length > 0 && entries.filter(isEntry).length >= entries.length / 2;
}

/** A work has a year, an address or a number in brackets. */
function isEntry({ text, size }: FlowBlock): boolean {
  return size <= maxEntrySize && /(?<!\d)(?:1[4-9]|20)\d\d(?!\d)|https?:|www\.|\bdoi\b|^\[\w{1,12}\]\s/iu.test(text);
}

/** Returns the blocks of all rows of addresses, and the headings of a section that is only such a row. */
function addressesOf(section: readonly FlowBlock[]): readonly FlowBlock[] {
  const rows: FlowBlock[][] = [[]];
  for (const block of section) {
    if (isAddress(block)) rows.at(-1)?.push(block);
    else rows.push([]);
  }
  const found = rows.filter((row) => row.length >= minAddresses).flat();
  const text = section.filter(({ kind }) => kind !== 'heading');
  return found.length > 0 && found.length === text.length ? section : found;
}

function isAddress({ kind, text, size }: FlowBlock): boolean {
  if (kind === 'heading' || kind === 'code' || size > 3 * maxTitleSize) return false;
  if (!/https?:\/\/|\bwww\./u.test(text)) return false;
  const title = text.replaceAll(/(?:https?:\/\/|\bwww\.)\S+/gu, ' ').trim();
  return title.split(/\s+/u).length <= maxTitleSize;
}
