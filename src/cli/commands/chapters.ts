import path from 'node:path';
import { outline } from '../../pipeline/queries/outline.ts';
import type { Outline } from '../../pipeline/queries/outline.ts';
import { formatDuration } from '../view/format-duration.ts';
import type { DefineCommand } from '../command.ts';
import { addReadingFlags, readingChoices } from '../reading-flags.ts';
import type { ReadingFlags } from '../reading-flags.ts';
import { withPassword } from '../with-password.ts';
import { table } from '../view/table.ts';

/** `audiobook chapters BOOK`: what would be spoken, and what would not and why. */
export const defineChapters: DefineCommand = (command, host, done) => {
  command.argument('<book>', 'EPUB or PDF file').option('--json', 'print JSON');
  addReadingFlags(command).action(async (book: string, flags: ReadingFlags & { readonly json?: boolean }) => {
    const file = path.resolve(host.workingFolder, book);
    const found = await withPassword(host, flags.password, (password) =>
      outline(file, { ...readingChoices({ ...flags, password }), signal: host.signal }),
    );
    for (const warning of found.warnings) host.stderr.write(`Warning: ${warning}\n`);
    host.stdout.write(flags.json ? `${JSON.stringify(found)}\n` : outlineText(found));
    done(0);
  });
};

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
  const leftOutTable = leftOut.length === 0 ? '' : `\n${table([['LEFT OUT', 'REASON', 'WORDS', ''], ...leftOut])}`;
  const chapterTable = table([['CHAPTER', 'TITLE', 'WORDS', 'LENGTH'], ...chapters]);
  return `${found.title}${by} (${found.language}): ${total}\n\n${chapterTable}${leftOutTable}`;
}
