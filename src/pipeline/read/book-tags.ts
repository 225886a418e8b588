import type { AudioMetadata } from '../../audio/audio-metadata.ts';
import type { OptionValues } from '../options/option.ts';
import type { outputOptions } from '../options/output-options.ts';
import type { readingOptions } from '../options/reading-options.ts';
import { audioMetadata } from './audio-metadata.ts';
import { readSource } from './read-source.ts';
import type { BookSource } from './book-source.ts';

/** Options of `bookTags`. */
export interface BookTagsOptions
  extends BookSource, OptionValues<typeof readingOptions>, Pick<OptionValues<typeof outputOptions>, 'tags'> {
  readonly language?: string | undefined;
  readonly signal: AbortSignal;
}

/** Reads a book and returns the tags of its audio, without a narrator that the book does not name. Throws as `readSource` does. */
export async function bookTags(options: BookTagsOptions): Promise<AudioMetadata> {
  const { metadata } = await readSource(options, options.signal);
  return audioMetadata(metadata, '', options.language ?? metadata.language, options.tags);
}
