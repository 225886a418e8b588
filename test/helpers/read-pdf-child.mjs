// Reads a PDF with the built reader and prints the outcome: `ok` or the code of the error.
import { readFile } from 'node:fs/promises';
import { readPdf } from '../../build/book/pdf/read-pdf.js';

try {
  const book = await readPdf(await readFile(process.argv[2] ?? ''), { signal: new AbortController().signal });
  const words = book.chapters.flatMap((chapter) => chapter.blocks).length;
  process.stdout.write(words > 0 ? 'ok' : 'an empty book');
} catch (error) {
  process.stdout.write(String(error instanceof Error && 'code' in error ? error.code : error));
}
