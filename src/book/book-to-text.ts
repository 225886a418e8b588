import type { Block, BlockKind, Book, BookMetadata, Chapter, LeftOut } from '../core/book.ts';

/** A book as JSON: everything that was read except the cover. */
export interface BookJson {
  readonly metadata: BookMetadata;
  readonly chapters: readonly Chapter[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Returns the text of a book with one blank line between paragraphs and two before a chapter. Ends with a line break. */
export function bookToText(book: Book): string {
  const chapters = book.chapters.map((chapter) =>
    joinBlocks(chapter, (block) => (isBreak(block) ? '* * *' : block.text)),
  );
  return `${chapters.join('\n\n\n')}\n`;
}

/** Returns a book as Markdown (CommonMark) with headings, lists, quotations and notes; all other characters are escaped. */
export function bookToMarkdown(book: Book): string {
  const { title, authors } = book.metadata;
  const authorNames = authors.map((author) => escape(author.name)).join(', ');
  const front = [`# ${escape(title)}`, ...(authorNames === '' ? [] : [`*${authorNames}*`])];
  const chapters = book.chapters.map((chapter) => {
    const heading = chapter.blocks[0]?.kind === 'heading' ? [] : [`## ${escape(chapter.title)}`];
    return [...heading, joinBlocks(chapter, markdownBlock)].join('\n\n');
  });
  return `${[...front, ...chapters].join('\n\n')}\n`;
}

/** Returns a book as plain data for `JSON.stringify`. */
export function bookToJson(book: Book): BookJson {
  const { metadata, chapters, leftOut, warnings } = book;
  return { metadata, chapters, leftOut, warnings };
}

function joinBlocks(chapter: Chapter, write: (block: Block) => string): string {
  return chapter.blocks
    .map((block, index) => {
      const before = chapter.blocks[index - 1];
      const isTight = before?.kind === block.kind && tightKinds.has(block.kind);
      return (index === 0 ? '' : isTight ? '\n' : '\n\n') + write(block);
    })
    .join('');
}

const tightKinds: ReadonlySet<BlockKind> = new Set(['verse', 'list-item', 'table-row']);

function isBreak(block: Block): boolean {
  return block.kind === 'scene-break';
}

const markdownWriters: Readonly<Record<BlockKind, (text: string, block: Block) => string>> = {
  heading: (text, { level = 1 }) => `${'#'.repeat(Math.min(6, level + 1))} ${text}`,
  paragraph: (text) => text,
  quotation: (text) => `> ${text}`,
  // Two trailing spaces are a hard line break.
  verse: (text) => text.replaceAll(/$/gmu, '  '),
  speaker: (text) => `**${text}**`,
  'list-item': (text) => `- ${text}`,
  'table-row': (text) => `${text}  `,
  code: (_, block) => block.text.replaceAll(/^/gmu, '    '),
  caption: (text) => `*${text}*`,
  footnote: (text) => `> *Note:* ${text}`,
  'scene-break': () => '* * *',
};

function markdownBlock(block: Block): string {
  return markdownWriters[block.kind](escape(block.text), block);
}

/** Escapes characters that CommonMark would read as markup. */
function escape(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>]/gu, String.raw`\$&`)
    .replace(/^([#+-]|\d+(?=[.)]))/u, (mark) => (/\d/u.test(mark) ? `${mark}\\` : `\\${mark}`));
}
