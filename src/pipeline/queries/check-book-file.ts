import { detectBookFormat } from '../../book/detect-book-format.ts';

/** A quick look at the first bytes of a file. Throws `book-damaged` or `book-unsupported` when it can be no book. */
export async function checkBookFile(file: string): Promise<void> {
  await detectBookFormat(file);
}
