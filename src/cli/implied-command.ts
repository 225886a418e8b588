import { existsSync } from 'node:fs';
import path from 'node:path';
import { commandEntries } from './command-entries.ts';
import type { ProcessContext } from './process-context.ts';

/** Words that are about the whole program. */
const ofProgram = new Set(['--help', '-h', '--version', '-V', '--debug', 'help']);

/**
 * Returns the words of a command line with the command that a book in its place stands for: `audiobook book.epub` is
 * `audiobook convert book.epub`. A word is a book when it names a file or a folder, or has the form of a file name or an
 * address; any other is a command that is written wrong. A flag before all others is one of `convert`.
 */
export function withCommand({
  argv,
  workingFolder,
}: Pick<ProcessContext, 'argv' | 'workingFolder'>): readonly string[] {
  const [word = '--help'] = argv;
  const isKnown = ofProgram.has(word) || commandEntries.some(({ name }) => name === word);
  if (isKnown) return argv;
  const isBook = /^-|^https?:|[/\\]|\.\w{1,8}$/iu.test(word) || existsSync(path.resolve(workingFolder, word));
  return isBook ? ['convert', ...argv] : argv;
}
