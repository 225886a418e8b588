import { readingOptions } from '../../pipeline/options/reading-options.ts';
import { sourceOutline } from '../../pipeline/read/outline.ts';
import type { Outline } from '../../pipeline/read/outline.ts';
import { namedSource, oneBookOptions } from '../batch/one-book.ts';
import { defineCommand, oneBookArgument } from '../define-command.ts';
import { jsonOptions } from '../run-options.ts';
import { formatDuration } from '../../core/format-duration.ts';
import { withPassword } from '../with-password.ts';

/** `audiobook chapters BOOK`: lists the chapters, and what is left out and why. */
export const chaptersCommand = defineCommand({
  description: 'Lists the chapters of a book with their estimated length, and what is left out and why.',
  argument: oneBookArgument,
  options: { ...jsonOptions, ...oneBookOptions, ...readingOptions },
  async run({ context, options, args }) {
    const source = await namedSource(context, { words: args, title: options.asOneBook });
    const found = await withPassword(context, options.password, (password) =>
      sourceOutline({ ...options, ...source, password }, context.signal),
    );
    for (const warning of found.warnings) context.stderr.write(`Warning: ${warning}\n`);
    context.stdout.write(options.json ? `${JSON.stringify(found)}\n` : await outlineText(found));
    return 0;
  },
});

async function outlineText(found: Outline): Promise<string> {
  // Not loaded for conversions, which share the file of this command.
  const { formatTable } = await import('../view/format-table.ts');
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
