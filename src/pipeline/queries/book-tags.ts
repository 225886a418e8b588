import { readBook } from '../../book/read-book.ts';
import type { AudioMetadata } from '../../audio/audio-metadata.ts';
import type { OptionValues } from '../options/option.ts';
import type { outputOptions } from '../options/output-options.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { readingOptions } from '../options/reading-options.ts';
import { audioMetadata } from '../output/audio-metadata.ts';

/** Options of `bookTags`. */
export interface BookTagsOptions
  extends OptionValues<typeof readingOptions>, Pick<OptionValues<typeof outputOptions>, 'tags'> {
  readonly language?: string | undefined;
  readonly signal: AbortSignal;
}

/** Reads a book and returns the tags of its audio, without a narrator that the book does not name. Throws as `readBook` does. */
export async function bookTags(bookFile: string, options: BookTagsOptions): Promise<AudioMetadata> {
  const { metadata } = await readBook(bookFile, { ...bookChoices(options), signal: options.signal });
  return audioMetadata(metadata, '', options.language ?? metadata.language, options.tags);
}
