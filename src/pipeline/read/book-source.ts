import path from 'node:path';
import { createHash } from 'node:crypto';
import { fileName } from '../../core/file-name.ts';
import { cutToBytes } from '../../core/strings/cut-to-bytes.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';

/** Several files that become one book. */
export interface OneBook {
  readonly title: string;
  /** Absolute paths, in the order of the chapters. */
  readonly files: readonly string[];
}

/** The input of a conversion: a file, or several that become one book. */
export interface BookSource {
  /** The book: an EPUB, PDF or another kind that is read. The first file of several. */
  readonly bookFile: string;
  /** Where the book was fetched from, without credentials. Its file is gone after the run. */
  readonly address?: string | undefined;
  /** Files that become one book, each a chapter. */
  readonly oneBook?: OneBook | undefined;
  /** Folder of the store with books as earlier runs read them. What this run reads is kept there, too. Default: nothing is kept. */
  readonly storedBooks?: string | undefined;
}

/** Returns the paths of all files of a source. */
export function sourceFiles({ bookFile, oneBook }: BookSource): readonly string[] {
  return oneBook?.files ?? [bookFile];
}

/** File systems allow 255 bytes in a name. This leaves room for what outputs add: `.read-along.epub`, ` - Part 01.m4b`, and so on. */
const maxNameBytes = 200;

/** Returns the name that outputs have from a source: that of the file without its extension, or the title of several. */
export function sourceName({ bookFile, oneBook }: BookSource): string {
  return oneBook ? fileName(oneBook.title) || 'Audiobook' : cutToBytes(path.parse(bookFile).name, maxNameBytes);
}

/** Returns the SHA-256 of a file, or of the hashes of several in their order, in hexadecimal digits. Throws the error of the system. */
export async function sourceSha256({ bookFile, oneBook }: BookSource, signal?: AbortSignal): Promise<string> {
  if (!oneBook) return await fileSha256(bookFile, signal);
  const hash = createHash('sha256');
  for (const file of oneBook.files) hash.update(`${await fileSha256(file, signal)}\n`);
  return hash.digest('hex');
}
