import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import { sourceOutline } from '../../../pipeline/read/outline.ts';
import type { Outline } from '../../../pipeline/read/outline.ts';
import { namedBook } from '../../books/named-books.ts';
import { defineCommand, oneBookArgument } from '../../define-command.ts';
import { formatDuration } from '../../../core/strings/format-duration.ts';
import { formatTable } from '../../view/format-table.ts';
import { withAnswers } from '../../with-answers.ts';
import { jsonOptions, oneBookOptions } from '../../options.ts';

/** `audiobook chapters BOOK`: lists the chapters, and what is left out and why. */
export const command = defineCommand({
  description: 'Lists the chapters of a book with their estimated length, and what is left out and why.',
  argument: oneBookArgument,
  options: { ...jsonOptions, ...oneBookOptions, ...readingOptions },
  async run({ context, options, args: words, warn, print }) {
    const source = await namedBook(context, { ...options, words });
    const found = await withAnswers(context, options, (answers) =>
      sourceOutline({ ...options, ...source, ...answers }, context.signal),
    );
    found.warnings.forEach(warn);
    print(found, () => outlineText(found));
  },
});

function outlineText(found: Outline): string {
  const by = found.authors.length > 0 ? ` by ${found.authors.join(', ')}` : '';
  const total = `${found.words} words, about ${formatDuration(found.estimatedSeconds)}`;
  const chapters = found.chapters.map(({ number, title, words, estimatedSeconds }) => [
    String(number),
    title,
    String(words),
    formatDuration(estimatedSeconds),
  ]);
  const leftOut = found.leftOut.map(({ document, reason, words, about }) => [
    document,
    reason,
    String(words),
    about ?? '',
  ]);
  const leftOutTable =
    leftOut.length === 0 ? '' : `\n${formatTable([['LEFT OUT', 'REASON', 'WORDS', ''], ...leftOut])}`;
  const chapterTable = formatTable([['CHAPTER', 'TITLE', 'WORDS', 'LENGTH'], ...chapters]);
  return `${found.title}${by} (${found.language}): ${total}\n\n${chapterTable}${leftOutTable}`;
}
