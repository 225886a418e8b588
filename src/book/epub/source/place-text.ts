import path from 'node:path';
import { AudiobookError } from '../../../core/errors.ts';
import type { PlacedText, SpokenBlock } from '../../../core/placed-text.ts';
import type { ReadOptions } from '../../book-choices.ts';
import { askReader } from '../../read-book.ts';

/**
 * Finds where the sentences of blocks stand in the documents of an EPUB, in a child process with limits of time and memory.
 * The blocks are those of `readBook` with `keepsSource`, in the order in which they are spoken.
 * Throws `book-damaged`, `book-too-large` or `canceled`.
 */
export async function placeText(
  file: string,
  blocks: readonly SpokenBlock[],
  { signal, limits }: Pick<ReadOptions, 'signal' | 'limits'>,
): Promise<PlacedText> {
  const { placed } = await askReader({ file: path.resolve(file), choices: { limits }, spoken: blocks }, signal);
  if (placed === undefined) throw new AudiobookError('internal', 'The reading process returned no places.');
  return placed;
}
