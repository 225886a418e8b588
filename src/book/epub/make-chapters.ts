import type { Block, Chapter } from '../../core/book.ts';
import type { BookChoices } from '../book-choices.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';
import type { BookFlow } from './markup/book-flow.ts';
import type { EpubChapterStart } from './chapter-starts.ts';
import { joinTitle, titleChapter } from './title-chapter.ts';
import type { Titled } from './title-chapter.ts';
import type { FlowBlock } from './markup/flow-block.ts';
import { withoutMark } from './leave-out/find-notes.ts';
import { isProse, sumSizes } from './markup/is-prose.ts';

/** A chapter before it has a title. */
interface Piece {
  readonly start: EpubChapterStart | undefined;
  /** Blocks that join it from before: a part's page, a dedication. */
  readonly before: readonly FlowBlock[];
  readonly blocks: readonly FlowBlock[];
}

/** What the chapters are made with. */
export interface ChapterMaterial {
  readonly flow: BookFlow;
  /** In reading order. */
  readonly starts: readonly EpubChapterStart[];
  readonly notesMode: NonNullable<BookChoices['notes']>;
  readonly bookTitle: string;
}

/** Cuts the flow at the starts and gives each piece its title and notes. What stands before the first start is kept. */
export function makeChapters(material: ChapterMaterial): Chapter[] {
  const pieces = joinLoosePages(cut(material.flow.blocks, material.starts));
  const titled = titlePieces(pieces, material);
  const counts = countBy(titled.map(({ title }) => normalizeForComparison(title)));
  return titled.map(({ title, titleSource, blocks }, index): Chapter => {
    const part = pieces[index]?.start?.part;
    const isAmbiguous = part !== undefined && (counts.get(normalizeForComparison(title)) ?? 0) > 1;
    const spoken = withNotes([...(pieces[index]?.before ?? []), ...blocks], material.notesMode);
    return Object.assign({ title: isAmbiguous ? joinTitle(part, title) : title, titleSource }, spoken);
  });
}

function titlePieces(pieces: readonly Piece[], material: ChapterMaterial): Titled[] {
  const { bookTitle } = material;
  const [only] = pieces;
  // A book in one chapter is called as the book, unless it is one story under one heading.
  if (pieces.length === 1 && only?.start?.label === undefined) {
    const titled = titleChapter(only?.blocks ?? [], undefined, bookTitle, 1);
    return [holdsSeveral(titled.blocks) && bookTitle !== '' ? { ...titled, title: bookTitle } : titled];
  }
  const documentTitles = usableDocumentTitles(material);
  return pieces.map(({ start, blocks }, index) =>
    titleChapter(blocks, start?.label, documentTitles.get(blocks[0]?.document ?? ''), index + 1),
  );
}

function cut(blocks: readonly FlowBlock[], starts: readonly EpubChapterStart[]): Piece[] {
  const spoken = (from: number, to: number): FlowBlock[] =>
    trimSceneBreaks(
      blocks.slice(from, to).filter(({ leftOutReason: matter, isNote: note }) => matter === undefined && note !== true),
    );
  const first = starts[0]?.position ?? blocks.length;
  const pieces: Piece[] = [{ start: undefined, before: [], blocks: spoken(0, first) }];
  for (const [index, start] of starts.entries()) {
    pieces.push({ start, before: [], blocks: spoken(start.position, starts[index + 1]?.position ?? blocks.length) });
  }
  return pieces.filter((piece) => piece.blocks.length > 0);
}

/** A part's page, a lone heading, a few words before the first chapter: they start the chapter that follows. */
function joinLoosePages(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let before: FlowBlock[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index < pieces.length - 1 && isLoose(piece)) {
      for (const block of piece.blocks) before.push(block);
    } else {
      result.push({ ...piece, before });
      before = [];
    }
  }
  return result;
}

function isLoose({ start, blocks }: Piece): boolean {
  if (blocks.every(({ kind }) => kind === 'heading' || kind === 'scene-break')) return true;
  const size = sumSizes(blocks);
  if (start?.isPart) return size < 100;
  return start === undefined && size < 40 && !blocks.some(isProse);
}

/** Scene breaks part two scenes: none at the ends, never two in a row. */
function trimSceneBreaks(blocks: readonly FlowBlock[]): FlowBlock[] {
  const kept = blocks.filter(
    ({ kind }, index) => kind !== 'scene-break' || (index > 0 && !isBreakOrHeading(blocks[index - 1])),
  );
  while (kept.at(-1)?.kind === 'scene-break') kept.pop();
  while (kept[0]?.kind === 'scene-break') kept.shift();
  return kept;
}

function isBreakOrHeading(block: FlowBlock | undefined): boolean {
  return block?.kind === 'scene-break' || block?.kind === 'heading';
}

function holdsSeveral(blocks: readonly FlowBlock[]): boolean {
  return blocks.filter(({ kind, level }) => kind === 'heading' && (level ?? 6) <= 2).length > 1;
}

/** `<title>` tells something only where documents have different ones. */
function usableDocumentTitles({ flow, bookTitle }: ChapterMaterial): Map<string, string> {
  const titles = flow.documents
    .map(({ document }) => document)
    .filter(({ title }) => normalizeForComparison(title) !== normalizeForComparison(bookTitle));
  const counts = countBy(titles.map(({ title }) => title));
  return new Map(titles.filter(({ title }) => counts.get(title) === 1).map(({ path, title }) => [path, title]));
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function withNotes(
  blocks: readonly FlowBlock[],
  notesMode: ChapterMaterial['notesMode'],
): Pick<Chapter, 'blocks' | 'notes'> {
  if (notesMode === 'inline') return { blocks: blocks.flatMap((block) => [plainBlock(block), ...noteBlocks(block)]) };
  const all = blocks.flatMap((block) => noteBlocks(block));
  const spoken = blocks.map((block) => plainBlock(block));
  if (notesMode === 'end') return { blocks: [...spoken, ...all] };
  return all.length === 0 ? { blocks: spoken } : { blocks: spoken, notes: all };
}

function plainBlock({ kind, text, level, language, document, elementId }: FlowBlock): Block {
  return {
    kind,
    text,
    document,
    ...(level !== undefined && kind === 'heading' && { level }),
    ...(language !== undefined && { language }),
    ...(elementId !== undefined && { elementId }),
  };
}

function noteBlocks({ noteBodies = [] }: FlowBlock): Block[] {
  return noteBodies.flatMap((body) => body.map((block, index) => noteBlock(block, index === 0)));
}

function noteBlock(block: FlowBlock, isFirst: boolean): Block {
  return { ...plainBlock(block), kind: 'footnote', text: isFirst ? withoutMark(block.text) : block.text };
}
