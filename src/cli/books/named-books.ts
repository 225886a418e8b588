import path from 'node:path';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { loadSettings } from '../../core/load-settings.ts';
import type { BookSource } from '../../pipeline/read/book-source.ts';
import { cacheFolderSetting, segmentFolder } from '../../pipeline/store/store-settings.ts';
import { oneBookOptions } from '../options.ts';
import type { ProcessContext } from '../process-context.ts';
import { messageView } from '../view/open-progress-view.ts';
import { mayConvert } from '../with-answers.ts';
import type { ConvertOptions } from '../with-answers.ts';
import { findBooks } from './find-books.ts';

/** The words of a command line that name books, and what goes with them. */
export interface NamedWords extends ConvertOptions {
  readonly words: readonly string[];
  /** Title of one book of several files. */
  readonly asOneBook?: string | undefined;
  readonly progress?: string | undefined;
}

/** The books that a command line names. */
export interface NamedBooks {
  readonly books: readonly BookSource[];
  /** Whether a folder or a pattern was named, which may stand for any number of books. */
  readonly isCollection: boolean;
}

/**
 * Returns the book that the words of a command line name: one file, or with a title all the files that they stand for. Throws
 * `usage` for several books without a title, and what `findBooks` throws.
 */
export async function namedBook(context: ProcessContext, named: NamedWords): Promise<BookSource> {
  const { words, asOneBook: title } = named;
  const [first = '', ...others] = words;
  const storedBooks = await storedBooksOf(context);
  if (title === undefined) {
    const message = 'The command takes one book. --as-one-book TITLE makes one of several.';
    if (others.length > 0) throw new AudiobookError('usage', message);
    return { ...fileSource(context, path.resolve(context.workingFolder, first)), storedBooks };
  }
  if (title.trim() === '') throw invalidValue('title', title, oneBookOptions.asOneBook.expected);
  const { files, passedOver } = await findBooks(words, context.workingFolder, () => mayConvert(context, named));
  warnOf(context, named, { passedOver, where: 'Not in the book' });
  return { bookFile: files[0] ?? '', oneBook: { title: title.trim(), files }, storedBooks };
}

/** Returns the books that the words of a command line name; one with a title. Throws what `findBooks` throws. */
export async function namedBooks(context: ProcessContext, named: NamedWords): Promise<NamedBooks> {
  if (named.asOneBook !== undefined) return { books: [await namedBook(context, named)], isCollection: false };
  const found = await findBooks(named.words, context.workingFolder, () => mayConvert(context, named));
  const { files, isCollection, passedOver } = found;
  warnOf(context, named, { passedOver, where: 'Left out' });
  const storedBooks = await storedBooksOf(context);
  return { books: files.map((file) => ({ ...fileSource(context, file), storedBooks })), isCollection };
}

/** Returns a file as a source, with the address that it was fetched from. */
export function fileSource({ addresses }: ProcessContext, bookFile: string): BookSource {
  return { bookFile, address: addresses?.get(bookFile) };
}

/** Returns words of a command line as they may be shown: addresses instead of the files that were fetched. */
export function shownWords({ addresses }: ProcessContext, words: readonly string[]): readonly string[] {
  return words.map((word) => addresses?.get(word) ?? word);
}

/** As many names as are read in a line. */
const maxNames = 5;

/** Says which files of folders and patterns are not books. After the first five, only their number is said. */
function warnOf(
  { stderr }: ProcessContext,
  { quiet, progress }: NamedWords,
  { passedOver, where }: { readonly passedOver: readonly string[]; readonly where: string },
): void {
  if (passedOver.length === 0) return;
  const names = passedOver.slice(0, maxNames).map((file) => path.basename(file));
  const others = passedOver.length - names.length;
  const shown = others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ');
  messageView(stderr, { quiet, progress }).warn(`${where}, because the program does not read them as books: ${shown}.`);
}

/** Returns the folder of books as earlier runs read them, or undefined when the settings cannot be loaded: the run says why. */
export async function storedBooksOf({
  environment,
  workingFolder,
  configFolder,
  cacheFolder,
}: ProcessContext): Promise<string | undefined> {
  try {
    const { settings } = await loadSettings({ environment, workingFolder, configFolder }, [cacheFolderSetting]);
    return segmentFolder(settings, cacheFolder);
  } catch {
    return undefined;
  }
}
