import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AudiobookError, canceled } from '../../core/errors.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import { isAddress } from '../../core/http/is-address.ts';
import { fetchBook } from '../../pipeline/read/fetch-book.ts';
import type { FetchedBook } from '../../pipeline/read/fetch-book.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { ProcessContext } from '../process-context.ts';
import { storedBooksOf } from './named-books.ts';

/** As much as a book may have that is read as a whole; a PDF or an EPUB with pictures comes near it. */
const maxBytes = 2_000_000_000;

/** Name of a book from standard input, from which outputs have theirs. */
const bookName = 'stdin';

/** Bytes of a book from an address. The largest picture books have as much. */
const maxFetchedBytes = 500e6;
/** Milliseconds. As much at 150 kB/s, a slow line. */
const fetchMs = 60 * 60_000;

/**
 * Runs `work` with the words of a command line in which `-` is the path of a file with the standard input, and an http or https
 * address that of a file with what is there. The context knows the addresses of the files, which are removed afterwards. Throws
 * `book-too-large`, `download-failed`, `output-failed` without room for it, and `canceled`.
 */
export async function withSources<T>(
  context: ProcessContext,
  words: readonly string[],
  work: (words: readonly string[], context: ProcessContext) => Promise<T>,
): Promise<T> {
  if (!words.some((word) => word === '-' || isAddress(word))) return await work(words, context);
  await using scratch = await openScratchFolder('audiobook-source-');
  const addresses = new Map<string, string>();
  const files: string[] = [];
  for (const [index, word] of words.entries()) {
    const folder = path.join(scratch.path, String(index));
    if (word === '-') files.push(await fromStandardInput(context, scratch.path));
    else if (isAddress(word)) {
      await mkdir(folder);
      const { file, address } = await fetched(context, word, folder);
      addresses.set(file, address);
      files.push(file);
    } else files.push(word);
  }
  return await work(files, { ...context, addresses });
}

async function fetched(context: ProcessContext, address: string, folder: string): Promise<FetchedBook> {
  const { signal, stderr } = context;
  // The run itself gives the warnings.
  const settings = await loadProcessSettings(context, () => undefined);
  const storedBooks = await storedBooksOf(context);
  if (stderr.isTTY) stderr.write('Fetching the book\n');
  const limits = { publicOnly: false, maxBytes: maxFetchedBytes, timeoutMs: fetchMs };
  return await fetchBook(address, { ...limits, folder, settings, storedBooks, signal });
}

async function fromStandardInput({ stdin, stderr, signal }: ProcessContext, folder: string): Promise<string> {
  if (stdin.isTTY) stderr.write('Reading the book from the terminal. Did you mean: audiobook … - < book.epub\n');
  try {
    const file = path.join(folder, bookName);
    await pipeline(stdin, limited, createWriteStream(file), { signal });
    return file;
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
