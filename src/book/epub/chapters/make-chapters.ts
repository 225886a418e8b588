import { countEach } from '../../../core/collections/count-each.ts';
import type { Block, Chapter } from '../../../core/book.ts';
import type { BookChoices } from '../../book-choices.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { ChapterStart } from '../../outline/chapter-start.ts';
import { withoutNoteNumber } from '../leave-out/find-notes.ts';
import type { Selection } from '../leave-out/select-blocks.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { emphasisRanges } from '../../emphasis/emphasis-ranges.ts';
import { phraseRanges } from '../markup/context/foreign-phrases.ts';
import { nameChapters } from '../../titles/name-chapters.ts';
import { joinLoosePages } from './join-loose-pages.ts';
import type { Piece } from './join-loose-pages.ts';
import { namesLeftOut } from './names-left-out.ts';
import { picturesByBlock } from './pictures-by-block.ts';
import { titleChapter, titleInText } from './title-chapter.ts';
import type { ChapterBlock, TitledBlocks } from './title-chapter.ts';

/** Input of `makeChapters`. */
export interface ChapterMaterial {
  readonly flow: BookFlow;
  readonly selection: Selection;
  /** In reading order. */
  readonly starts: readonly ChapterStart[];
  /** Keep notes apart, read them after their block, or read them at the end of the chapter. */
  readonly notesMode: NonNullable<BookChoices['notes']>;
  readonly bookTitle: string;
}

/** Cuts the kept blocks at the starts and gives each chapter its title and notes. Keeps the text before the first start. */
export function makeChapters(material: ChapterMaterial): Chapter[] {
  const pieces = joinLoosePages(cut(material));
  const titled = titlePieces(pieces, material);
  const unnamed = titled.map(({ title }, index) => {
    const { start, leads = [] } = pieces[index] ?? {};
    return { title, above: start?.above ?? [], leads: [...leads, ...(start?.others ?? [])] };
  });
  const names = nameChapters(unnamed, material.bookTitle);
  return titled.map(({ title, titleSource, blocks }, index): Chapter => {
    const spoken = withNotes([...(pieces[index]?.before ?? []), ...blocks], material.notesMode);
    return Object.assign({ title: names[index] ?? title, titleSource }, spoken);
  });
}

function titlePieces(pieces: readonly Piece[], material: ChapterMaterial): TitledBlocks[] {
  const { bookTitle } = material;
  const [only] = pieces;
  // A single chapter has the book's title, unless it is one story under one heading.
  if (pieces.length === 1 && labelOf(only) === undefined) {
    const titled = titleChapter(only?.blocks ?? [], undefined, bookTitle, 1);
    const isNamed = titleInText(titled.blocks) !== undefined && !holdsSeveralHeadings(titled.blocks);
    return [isNamed || bookTitle === '' ? titled : { ...titled, title: bookTitle }];
  }
  const documentTitles = usableDocumentTitles(material);
  return pieces.map((piece, index) => {
    if (piece.start?.isCounted) return titleCounted(piece, piece.start, index + 1);
    const document = documentOf(piece) ?? '';
    const isFirstOf = document !== documentOf(pieces[index - 1]);
    const title = isFirstOf ? documentTitles.get(document) : undefined;
    // A book divided at its documents begins with one that can have its title.
    const own = title ?? (index === 0 && startsWithWords(piece) ? onlyTitleOf(piece, material) : undefined);
    return titleChapter(piece.blocks, labelOf(piece), own, index + 1);
  });
}

function documentOf(piece: Piece | undefined): string | undefined {
  return piece?.blocks[0]?.document;
}

function startsWithWords({ start, blocks: [first] }: Piece): boolean {
  return start !== undefined && first?.pictureLevel === undefined;
}

/** A number that stands nowhere in the book is not read. Below no name it is that of the chapter. */
function titleCounted({ blocks }: Piece, { above, label }: ChapterStart, number: number): TitledBlocks {
  if (above.length === 0) return titleChapter(blocks, undefined, undefined, number);
  return { title: label, titleSource: 'number', blocks };
}

/** Returns the `<title>` of the first document of a piece if no other document has it. */
function onlyTitleOf({ blocks: [first] }: Piece, { flow }: ChapterMaterial): string | undefined {
  const title = flow.documents.find(({ document }) => document.path === first?.document)?.document.title;
  return flow.documents.filter(({ document }) => document.title === title).length === 1 ? title : undefined;
}

/** Returns the piece's entry in the contents; undefined when the text alone decides. */
function labelOf(piece: Piece | undefined): string | undefined {
  return piece?.start?.isHeading === false ? piece.start.label : undefined;
}

function cut({ flow, selection, starts, bookTitle }: ChapterMaterial): Piece[] {
  const { kept, notes } = selection;
  const allPictures = picturesByBlock(flow, kept);
  const withParts = (block: FlowBlock): ChapterBlock => {
    const [noteBodies, pictures] = [notes.bodies.get(block), allPictures.get(block)];
    if (noteBodies === undefined && pictures === undefined) return block;
    return { ...block, ...(noteBodies && { noteBodies }), ...(pictures && { pictures }) };
  };
  const between = (start: number, end: number | undefined): ChapterBlock[] => {
    const own = flow.blocks.slice(start, end).filter((block) => kept.has(block));
    return trimSceneBreaks(own.map((block) => withParts(block)));
  };
  const moved = { before: [], leads: [] };
  const first = { ...moved, start: undefined, blocks: between(0, starts[0]?.position), hasPicture: false };
  const pages = flow.documents.filter(({ document }) => document.images > 0);
  let page = 0;
  const others = starts.map((start, index) => {
    const { position } = start;
    const next = starts[index + 1]?.position ?? flow.blocks.length;
    while (isBefore(pages[page], position)) page += 1;
    const hasPicture = (pages[page]?.end ?? Infinity) <= next;
    const text = { blocks: flow.blocks.slice(position, next), selection, bookTitle };
    const named = namesLeftOut(start, text) ? undefined : start;
    return { ...moved, start: named, blocks: between(position, next), hasPicture };
  });
  return [first, ...others].filter((piece) => piece.blocks.length > 0);
}

function isBefore(page: PlacedDocument | undefined, position: number): boolean {
  return page !== undefined && (page.start < position || page.end <= position);
}

/** Removes scene breaks that do not separate two scenes. */
function trimSceneBreaks(blocks: readonly ChapterBlock[]): ChapterBlock[] {
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

function holdsSeveralHeadings(blocks: readonly FlowBlock[]): boolean {
  return blocks.filter(({ kind, level }) => kind === 'heading' && (level ?? 6) <= 2).length > 1;
}

/** Returns each `<title>` by path, if it differs from those of other documents and from the book's title. */
function usableDocumentTitles({ flow, bookTitle }: ChapterMaterial): Map<string, string> {
  const normalized = normalizeForComparison(bookTitle);
  const titles = flow.documents
    .map(({ document }) => document)
    .filter(({ title }) => normalizeForComparison(title) !== normalized);
  const counts = countEach(titles.map(({ title }) => title));
  return new Map(titles.filter(({ title }) => counts.get(title) === 1).map(({ path, title }) => [path, title]));
}

function withNotes(
  blocks: readonly ChapterBlock[],
  notesMode: ChapterMaterial['notesMode'],
): Pick<Chapter, 'blocks' | 'notes'> {
  if (blocks.every(({ noteBodies }) => noteBodies === undefined)) return { blocks: blocks.map(plainBlock) };
  if (notesMode === 'inline') return { blocks: blocks.flatMap((block) => [plainBlock(block), ...noteBlocks(block)]) };
  const all = blocks.flatMap((block) => noteBlocks(block));
  const spoken = blocks.map((block) => plainBlock(block));
  if (notesMode === 'end') return { blocks: [...spoken, ...all] };
  return all.length === 0 ? { blocks: spoken } : { blocks: spoken, notes: all };
}

function plainBlock(flowBlock: FlowBlock): Block {
  const { kind, text, level, language, phrases, setOff, document, elementId, source, pictures } = flowBlock;
  const ranges = phrases === undefined ? undefined : phraseRanges(text, phrases);
  const plain = { kind, text, document, level: kind === 'heading' ? level : undefined, language, ranges, elementId };
  const block = pictures === undefined ? plain : { ...plain, pictures };
  if (source === undefined) return block;
  const emphasis = setOff === undefined ? undefined : emphasisRanges(text, setOff);
  return { ...block, source: [{ document, ranges: source }], ...(emphasis && { emphasis }) };
}

function noteBlocks({ noteBodies = [] }: ChapterBlock): Block[] {
  return noteBodies.flatMap(([first, ...others]) => [
    ...(first === undefined ? [] : [noteBlock({ ...first, text: withoutNoteNumber(first.text) })]),
    ...others.map((block) => noteBlock(block)),
  ]);
}

function noteBlock(block: FlowBlock): Block {
  return { ...plainBlock(block), kind: 'footnote' };
}
