import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { sumSizes } from '../markup/is-prose.ts';

/** Distributors that put advertising into the books of others. */
const distributor = /\b(?:feedbooks|manybooks|planet\s?e-?book|obooko|bookrix|freeditorial|z-?library)\b/i;
const claim =
  /\b(?:brought to you by|(?:down)?loaded (?:for free )?(?:from|at)|free e-?books? (?:at|from|by)|for personal use|visit)\b|\bwww\.|\.com\b/iu;
/** Notices of programs that make books. */
const madeWith =
  /^(?:powered by|published with|(?:made|created|generated|built|produced|converted) (?:with|by|using))\W+(?:git\s?book|calibre|pandoc|sphinx|read\s?the\s?docs|mkdocs|mdbook|honkit|leanpub|pressbooks|sigil|vellum|scrivener|bookdown|asciidoctor)\b/iu;
/** A notice is not a sentence about the program. */
const maxNoticeSize = 8;
const slogan = /^food for the mind$/iu;
/** Begins a list of other books. */
const otherBooks = /^also available on \w+/iu;
/** Begins the last page of a book from Feedbooks. */
const lastPage = /^(?:loved this book\s?\?|similar users also downloaded)/iu;
const terms = /^copyright:/iu;

/** Longer blocks are text that speaks of a distributor. */
const maxSize = 60;
/** A last page with more words is a chapter. */
const maxPageSize = 600;

/** Finds the advertising of distributors: notices, slogans, lists of other books, and pages of them at the end. */
export function findAdvertising({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  return documents.flatMap(({ start, end }) => {
    const own = blocks.slice(start, end);
    return [...advertisingIn(own), ...own.filter(({ text, size }) => size <= maxNoticeSize && madeWith.test(text))];
  });
}

function advertisingIn(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  if (!blocks.some(({ text, size }) => size <= maxSize && distributor.test(text))) return [];
  const last = blocks.findIndex(({ text }) => lastPage.test(text));
  const isPage = last !== -1 && sumSizes(blocks.slice(last)) <= maxPageSize;
  const listed = listedBooks(blocks);
  return blocks.filter(
    (block, index) => isNotice(block, blocks[index + 1]) || listed.has(block) || (isPage && index >= last),
  );
}

function isNotice({ text, size }: FlowBlock, next: FlowBlock | undefined): boolean {
  if (size > maxSize) return false;
  if (slogan.test(text.trim()) || (distributor.test(text) && claim.test(text))) return true;
  return terms.test(text) && next !== undefined && distributor.test(next.text) && claim.test(next.text);
}

/** Returns the lines above lists of other books, and those lists. */
function listedBooks(blocks: readonly FlowBlock[]): ReadonlySet<FlowBlock> {
  const listed = new Set<FlowBlock>();
  let isList = false;
  for (const block of blocks) {
    const { kind, text, size } = block;
    const isStart = size <= maxSize && otherBooks.test(text) && distributor.test(text);
    isList = isStart || (isList && kind === 'list-item');
    if (isList) listed.add(block);
  }
  return listed;
}
