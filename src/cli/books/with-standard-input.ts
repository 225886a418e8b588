import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { ProcessContext } from '../process-context.ts';

/** As much as a book may have that is read as a whole; a PDF or an EPUB with pictures comes near it. */
const maxBytes = 2_000_000_000;

/** Name of a book from standard input, from which outputs have theirs. */
const bookName = 'stdin';

/**
 * Runs `work` with the words of a command line in which `-` is the path of a file with the standard input. The file is removed
 * afterwards. Throws `book-too-large`, `output-failed` without room for it, and `canceled`.
 */
export async function withStandardInput<T>(
  context: ProcessContext,
  words: readonly string[],
  work: (words: readonly string[]) => Promise<T>,
): Promise<T> {
  if (!words.includes('-')) return await work(words);
  const { stdin, stderr, signal } = context;
  if (stdin.isTTY) stderr.write('Reading the book from the terminal. Did you mean: audiobook … - < book.epub\n');
  await using scratch = await openScratchFolder('audiobook-stdin-');
  try {
    const file = path.join(scratch.path, bookName);
    await pipeline(stdin, limited, createWriteStream(file), { signal });
    return await work(words.map((word) => (word === '-' ? file : word)));
  } catch (thrown) {
    throw signal.aborted ? canceled(signal) : thrown;
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const message = `The book on standard input has more than ${maxBytes / 1e9} GB.`;
      throw new AudiobookError('book-too-large', message);
    }
    yield chunk;
  }
}
