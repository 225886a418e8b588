import { openAtomicFile } from '../../core/files/atomic-file.ts';
import type { AudioMetadata, CoverImage } from '../audio-metadata.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import { commitFile } from './audio-encoding.ts';
import type { CommitFile, Track } from './audio-encoding.ts';
import { joinFile } from './join-file.ts';
import type { Body } from './join-file.ts';

/** What the tags of a file say. */
export interface FileTags {
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  readonly chapters: readonly ChapterMark[];
  readonly sampleRate: number;
  /** Number and title of the chapter, for one file per chapter. */
  readonly track: Track | undefined;
}

/** A file and what its tags say. */
export interface TaggedFile extends FileTags {
  /** Final name, absolute. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly commit?: CommitFile | undefined;
}

/** Writes a file that begins with a head and goes on as another one, and gives it its final name. */
export async function writeTagged(
  { path, signal, commit = commitFile }: Pick<TaggedFile, 'path' | 'signal' | 'commit'>,
  head: Uint8Array,
  body: Body,
): Promise<void> {
  await using file = await openAtomicFile(path);
  await joinFile(file, head, body, signal);
  await commit(file);
}
