import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from '../../core/errors.ts';
import { rejectionReason } from '../../inbox/rejection-reason.ts';
import { expandGlob, isGlob } from './expand-glob.ts';

/** The books of a command line. */
export interface FoundBooks {
  /** Absolute paths, without doubles, in the order of the words. */
  readonly files: readonly string[];
  /** Whether a folder or a pattern was named, which may stand for any number of books. */
  readonly isCollection: boolean;
  /** Files of folders and patterns that are neither books nor what lies beside books: pictures, audio, reports. */
  readonly passedOver: readonly string[];
}

/**
 * Finds the books that words of the command line stand for: files, the books of folders (not of the folders inside them), and
 * patterns that the shell left alone. A file that is named is taken as it is, whatever it holds. Books that only another program reads
 * are taken where `mayConvert` says so. Throws `bad-value` for a folder
 * without books and `file-not-found` for a pattern that matches none.
 */
export async function findBooks(
  words: readonly string[],
  workingFolder: string,
  mayConvert: () => Promise<boolean>,
): Promise<FoundBooks> {
  const files: string[] = [];
  const passedOver: string[] = [];
  let isCollection = false;
  for (const word of words) {
    const named = path.resolve(workingFolder, word);
    const found = await stat(named).catch(() => undefined);
    if (found?.isDirectory() !== true && (found || !isGlob(word))) {
      files.push(named);
      continue;
    }
    isCollection = true;
    const candidates = found ? await filesIn(named) : await expandGlob(word, workingFolder);
    const books = await onlyBooks(candidates, mayConvert);
    if (books.length === 0) {
      if (found) throw new AudiobookError('bad-value', `${named} is a folder without books.`);
      throw new AudiobookError('file-not-found', `No book matches '${word}'.`);
    }
    files.push(...books);
    passedOver.push(...candidates.filter((file) => !books.includes(file) && !besideBooks.test(file)));
  }
  return { files: [...new Set(files)], isCollection, passedOver: [...new Set(passedOver)] };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    const message = `The folder ${folder} cannot be read (${systemCode(cause)}).`;
    throw new AudiobookError('file-not-found', message, { cause });
  });
  const names = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const sorted = names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return sorted.map((name) => path.join(folder, name));
}

/** Suffix of the book that a conversion with --read-along writes beside its audio. */
const ownBook = '.read-along.epub';

/** Pictures, audio, subtitles, reports, configs, lexicons and casts. */
const besideBooks =
  /\.(?:jpe?g|png|gif|webp|svg|mp3|m4[ab]|aac|opus|ogg|oga|flac|wav|srt|vtt|json|ya?ml|mjs|pls|opf|read-along\.epub)$/iu;

/** A file with such a name was meant to be a book. The run reports a damaged one. */
const namedAsBook = /\.(?:epub|pdf|docx|odt|fb2)$/iu;

async function onlyBooks(files: readonly string[], mayConvert: () => Promise<boolean>): Promise<readonly string[]> {
  const [books, others] = [new Set<string>(), new Set<string>()];
  for (const file of files) {
    if (file.toLowerCase().endsWith(ownBook) || !(await stat(file).catch(() => undefined))?.isFile()) continue;
    if (namedAsBook.test(file) || (await rejectionReason(file)) === undefined) books.add(file);
    else if ((await rejectionReason(file, { ebookConvert: true })) === undefined) others.add(file);
  }
  // A library has the same book as EPUB and for the Kindle.
  const stems = new Set([...books].map(stemOf));
  const foreign = new Set([...others].filter((file) => !stems.has(stemOf(file))));
  const converts = foreign.size > 0 && (await mayConvert());
  return files.filter((file) => books.has(file) || (converts && foreign.has(file)));
}

function stemOf(file: string): string {
  return path.join(path.dirname(file), path.parse(file).name);
}
