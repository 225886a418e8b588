import { open } from 'node:fs/promises';
import { AudiobookError } from '../core/errors.ts';

/** Detects the format of a book by its first bytes, never by its name. Throws `book-damaged` (empty) or `book-unsupported`. */
export async function detectBookFormat(file: string): Promise<'epub' | 'pdf'> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
  const start = buffer.subarray(0, bytesRead).toString('latin1');
  if (bytesRead === 0) throw new AudiobookError('book-damaged', 'The file is empty.');
  // Other bytes may come before the header (PDF 1.7, implementation note 13).
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK')) return 'epub';
  throw new AudiobookError('book-unsupported', 'The file is neither an EPUB nor a PDF.');
}
