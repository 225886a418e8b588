import { isBookTitle } from '../../titles/book-title.ts';
import { isGenericTitle, startsLikeChapter } from '../../titles/title-patterns.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { sumSizes } from '../markup/is-prose.ts';
import type { PackageDocument } from '../package/package-document.ts';
import type { Contents } from '../package/read-contents.ts';
import { reasonByFileName, reasonByTitle, reasonByType } from '../leave-out/reason-by-name.ts';

/** More words are not a title page. */
const maxPageSize = 80;

/** Returns the heading of the title page, for a book without a usable title in its metadata; undefined when there is none. */
export function findBookTitle(flow: BookFlow, book: PackageDocument, contents: Contents): string | undefined {
  const declared = new Set(
    [...book.guide, ...contents.landmarks].flatMap(({ type, path }) =>
      reasonByType(type) === 'title-page' ? [path] : [],
    ),
  );
  const isDeclared = ({ document }: PlacedDocument): boolean =>
    declared.has(document.path) ||
    reasonByFileName(document.path) === 'title-page' ||
    document.blocks.some(({ markupReason }) => markupReason === 'title-page');
  const first = flow.documents.find(({ linear, document }) => linear && document.blocks.length > 0);
  const pages = [...flow.documents.filter(isDeclared), ...(first === undefined ? [] : [first])];
  return pages.map(({ document }) => titleOf(document.blocks)).find((title) => title !== undefined);
}

function titleOf(blocks: readonly FlowBlock[]): string | undefined {
  const marked = blocks.filter(({ markupReason }) => markupReason === 'title-page');
  const page = marked.length > 0 ? marked : blocks;
  if (sumSizes(page) > maxPageSize) return undefined;
  return page
    .filter(({ kind, isTitleLike }) => kind === 'heading' || isTitleLike)
    .map(({ text }) => text)
    .find((text) => isBookTitle(text) && !isGenericTitle(text) && !startsLikeChapter(text) && !reasonByTitle(text));
}
