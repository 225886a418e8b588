// Reads PDFs with the built reader and prints the outcome of each on a line: `ok` or the code of the error.
import { readFile } from 'node:fs/promises';
import { readPdf } from '../../build/book/pdf/read-pdf.js';

for (const file of process.argv.slice(2)) process.stdout.write(`${await outcomeOf(file)}\n`);

/** @param {string} file */
async function outcomeOf(file) {
  try {
    const book = await readPdf(await readFile(file), { signal: new AbortController().signal });
    return book.chapters.some(({ blocks }) => blocks.length > 0) ? 'ok' : 'an empty book';
  } catch (error) {
    return String(error instanceof Error && 'code' in error ? error.code : error);
  }
}
