import { titleWords } from '../../titles/title-words.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { sumSizes } from '../markup/is-prose.ts';

const labels = `^[[({【（]?(?:${titleWords('authorNote')})`;
const label = new RegExp(`${labels}(?:\\s*[:：]|\\P{L}*$)`, 'iu');
const labelAlone = new RegExp(`${labels}\\P{L}*$`, 'iu');
/** Of fewer chapters, one can be a part of the book that has this name. */
const minChapters = 3;
/** A note at the start stands below a title and lines of credit. */
const maxAbove = 5;
/** Notes above and below the text say a few things to its readers. More words can be the text itself. */
const [maxSizeAbove, maxSizeBelow] = [150, 400];

/** Finds what the author of a story that is published by chapters says to the readers, at the start or the end of several documents. */
export function findAuthorNotes({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  const found = documents
    .map(({ start, end }) => notesIn(blocks.slice(start, end)))
    .filter((notes) => notes.length > 0);
  return found.length >= minChapters ? found.flat() : [];
}

function notesIn(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  const above = blocks.slice(0, maxAbove).findIndex((block, index) => isLabel(block, index));
  const below = blocks.findLastIndex((block, index) => isLabel(block, index));
  return [...(above === -1 ? [] : atStart(blocks.slice(above))), ...(below > above ? atEnd(blocks, below) : [])];
}

/** A document may begin with a title of this kind. */
function isLabel({ kind, text }: FlowBlock, index: number): boolean {
  return (index > 0 || kind !== 'heading') && label.test(text);
}

/** Returns a paragraph with its label; a label alone, with what stands above the next break or the quotation that follows. */
function atStart([first, ...rest]: readonly FlowBlock[]): readonly FlowBlock[] {
  if (first === undefined || !labelAlone.test(first.text)) return first === undefined ? [] : [first];
  const toBreak = rest.slice(0, Math.max(0, rest.findIndex(isBreak)));
  const quoted = rest.findIndex(({ kind }) => kind !== 'quotation');
  const isNote = toBreak.length > 0 && sumSizes(toBreak) <= maxSizeAbove;
  return [first, ...(isNote ? toBreak : rest.slice(0, quoted === -1 ? rest.length : quoted))];
}

/** Returns all from a label to the end, if it is set off from the text: a remark inside of it is one paragraph. */
function atEnd(blocks: readonly FlowBlock[], start: number): readonly FlowBlock[] {
  const [first, ...rest] = blocks.slice(start);
  const before = blocks[start - 1];
  if (first === undefined || before === undefined) return [];
  if (rest.length === 0) return [first];
  const isSetOff = isBreak(before) || labelAlone.test(first.text);
  const isNote = isSetOff && sumSizes(rest) <= maxSizeBelow && rest.every(({ kind }) => kind !== 'heading');
  return isNote ? [first, ...rest] : [];
}

function isBreak({ kind }: FlowBlock): boolean {
  return kind === 'scene-break' || kind === 'heading';
}
