import { median } from '../../../core/statistics.ts';
import { isPartOf } from '../../outline/chapter-starts.ts';
import type { ChapterStart } from '../../outline/chapter-start.ts';
import { minChapterWords } from '../../outline/choose-levels.ts';
import { isGenericTitle, isTitleOfPiece, startsLikeChapter } from '../../titles/title-patterns.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse, sumSizes } from '../markup/is-prose.ts';
import { titleInText } from './title-chapter.ts';
import type { ChapterBlock } from './title-chapter.ts';

/** A chapter without a title. */
export interface Piece {
  /** Undefined for text that the contents do not list. */
  readonly start: ChapterStart | undefined;
  /** Blocks moved here from the piece before: a part's page, a dedication. */
  readonly before: readonly ChapterBlock[];
  /** Names of what was moved here. */
  readonly leads: readonly string[];
  readonly blocks: readonly ChapterBlock[];
  /** A whole page of it has a picture. */
  readonly hasPicture: boolean;
}

/**
 * Moves a part's page, a lone heading, or a few words that the contents do not list to the chapter that follows, and an entry that
 * holds only a line; at the end of the book these and words without a title go to the chapter before.
 */
export function joinLoosePages(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let loose: Piece[] = [];
  const fewWords = median(pieces.map(({ blocks }) => sumSizes(blocks))) < minChapterWords ? 0 : minEntryWords;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const last = result.at(-1);
    if (!isLast && (isLoose(piece) || isLine(piece, fewWords))) {
      loose.push(piece);
      continue;
    }
    const before = loose.flatMap(({ blocks }) => blocks);
    if (isLast && last !== undefined && (isUnlisted(piece) || isLine(piece, fewWords)))
      result[result.length - 1] = { ...last, blocks: [...last.blocks, ...before, ...piece.blocks] };
    else result.push({ ...piece, before, leads: loose.flatMap((page) => namesFor(page, piece)) });
    loose = [];
  }
  return result;
}

/** An entry with fewer words is a line, such as the name of a publisher, unless it is called a chapter. */
export const minEntryWords = 15;

function isLine({ start, blocks }: Piece, fewWords: number): boolean {
  if (start === undefined || sumSizes(blocks) >= fewWords) return false;
  return !isTitleOfPiece(nameOf(start, blocks));
}

function isUnlisted({ start, blocks }: Piece): boolean {
  return start === undefined && isNameless(blocks);
}

/** Reports whether text that the contents do not list belongs to another chapter: a few lines, or less than a minute without a title. */
export function isScrap(blocks: readonly FlowBlock[]): boolean {
  return (sumSizes(blocks) < 40 && !blocks.some(isProse)) || isNameless(blocks);
}

function isNameless(blocks: readonly FlowBlock[]): boolean {
  return sumSizes(blocks) < minChapterWords && titleInText(blocks) === undefined;
}

/** Returns the names of a page that the chapter behind it shows: those of a part, and a number without a title. */
function namesFor(page: Piece, chapter: Piece): readonly string[] {
  const { start, blocks, hasPicture } = page;
  if (start === undefined || !isLoose(page)) return [];
  const name = nameOf(start, blocks);
  return isPartOf({ label: name }, chapter.start) || isTitleAbove(name, chapter, hasPicture || start.isEmpty === true)
    ? [...start.others, name]
    : start.others;
}

/** A page with a picture, such as a map, does not name what follows, nor does a chapter without text name the next. */
function isTitleAbove(name: string, chapter: Piece, hasPicture: boolean): boolean {
  if (isNumbered(name)) return chapter.start !== undefined && !isNumbered(nameOf(chapter.start, chapter.blocks));
  return !hasPicture;
}

function isNumbered(name: string): boolean {
  return startsLikeChapter(name) || isGenericTitle(name);
}

/** A part that is called only `Part One` can have its name in the headings of its page. */
function nameOf({ label }: ChapterStart, blocks: readonly ChapterBlock[]): string {
  return label !== '' ? label : (blocks.find(({ kind }) => kind === 'heading')?.text ?? '');
}

function isLoose({ start, blocks }: Piece): boolean {
  if (blocks.every(({ kind }) => kind === 'heading' || kind === 'scene-break')) return true;
  return start?.isPart ? sumSizes(blocks) < 100 : start === undefined && isScrap(blocks);
}
