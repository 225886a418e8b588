import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** Words of links between the pages of a manual, letters only. */
const labels = new Set(
  `previous next up home top prev previoustopic nexttopic previouspage nextpage previouschapter nextchapter
   previoussection nextsection backtotop showsource quicksearch tableofcontents thispage zurück weiter nachoben
   précédent suivant précédente suivante sujetprécédent sujetsuivant anterior siguiente próximo seguinte precedente
   successivo vorige volgende назад далее вперёд 上一页 下一页 上一章 下一章 前へ 次へ`
    .split(/\s+/u)
    .map((label) => normalizeForComparison(label)),
);

/** Marks between links. */
const separators = /[|«»‹›←→<>[\]·•–—-]+/gu;
/** `Next: Installation`, `Previous topic Introduction`. */
const leading =
  /^(?:previous|next|prev|up)(?: (?:topic|chapter|section|page|article))?\s*:|^(?:previous|next) (?:topic|chapter|page|section)\b/iu;

/** A link at the start of so many documents is not part of their text. */
const minRepeats = 3;

/**
 * Finds what converters of manuals put at the ends of every document: links to the previous and next page, and a link that
 * begins them all, such as the title of the manual.
 */
export function findNavigation({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  const heads = documents.flatMap(({ start, end }) => (end > start ? [blocks[start]] : [])).filter(isLinkAlone);
  const counts = new Map<string, number>();
  for (const { text } of heads) counts.set(text, (counts.get(text) ?? 0) + 1);
  const repeated = new Set(heads.filter(({ text }) => (counts.get(text) ?? 0) >= minRepeats));
  return documents.flatMap(({ start, end }) => {
    const own = blocks.slice(start, end);
    return own.filter((block, index) => repeated.has(block) || isNavigation(block) || isTarget(block, own[index - 1]));
  });
}

function isLinkAlone(block: FlowBlock | undefined): block is FlowBlock {
  return block !== undefined && block.kind !== 'heading' && block.linkedShare > 0.8 && block.size <= 40;
}

function isNavigation(block: FlowBlock): boolean {
  const { text, size, linkedShare, kind } = block;
  if (size > 40) return false;
  if (linkedShare > 0.5 && leading.test(text.trim())) return true;
  if (linkedShare > 0.5) return consistsOfLabels(text);
  return kind !== 'paragraph' && isTopicHeading(block);
}

function consistsOfLabels(text: string): boolean {
  const words = text.replaceAll(separators, ' ').trim().split(/\s+/u);
  return words.length > 0 && words.every((word) => labels.has(normalizeForComparison(word)));
}

/** `Previous topic` above the link. */
function isTopicHeading({ kind, text }: FlowBlock): boolean {
  return kind === 'heading' && /^(?:previous|next) (?:topic|chapter|page|section)$/iu.test(text.trim());
}

function isTarget(block: FlowBlock, before: FlowBlock | undefined): boolean {
  return before !== undefined && isTopicHeading(before) && block.linkedShare > 0.8;
}
