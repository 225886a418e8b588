import { createHash } from 'node:crypto';
import { fileSha256 } from '../../core/files/file-sha256.ts';
import type { BookSource } from './book-source.ts';

/** Returns the SHA-256 of a file, or of the hashes of several in their order, in hexadecimal digits. Throws the error of the system. */
export async function sourceSha256({ bookFile, oneBook }: BookSource, signal?: AbortSignal): Promise<string> {
  if (!oneBook) return await fileSha256(bookFile, signal);
  const hash = createHash('sha256');
  for (const file of oneBook.files) hash.update(`${await fileSha256(file, signal)}\n`);
  return hash.digest('hex');
}
