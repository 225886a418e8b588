import path from 'node:path';
import type { AudioFormat, AudioLayout } from '../audio-format.ts';
import { cleanMetadata } from '../audio-metadata.ts';
import type { AudioMetadata, CoverImage } from '../audio-metadata.ts';
import { throwIfCanceled } from '../../core/errors.ts';
import { chapterMarks } from '../chapter-marks.ts';
import type { ChapterStart } from '../chapter-marks.ts';
import type { CommitFile } from '../encoding/audio-encoding.ts';
import { trackOf, writeCover } from '../encoding/chapter-files-encoding.ts';
import type { TaggedFile } from '../encoding/tagged-file.ts';
import { writeFlac } from '../flac/tag-flac.ts';
import { writeOpus } from '../ogg/tag-opus.ts';
import { retagM4b } from './retag-m4b.ts';
import { retagMp3 } from './retag-mp3.ts';

/** The contents of the files of a finished audiobook. */
export interface FinishedSound {
  readonly sampleRate: number;
  readonly samples: number;
  readonly chapters: readonly ChapterStart[];
}

/** Options of `retagAudiobook`. */
export interface RetagOptions {
  /** Name of the file, or of the folder for `chapters`. */
  readonly path: string;
  /** The audio files that `openAudioWriter` wrote there, in order. */
  readonly files: readonly string[];
  readonly format: AudioFormat;
  /** Default: `one-file`. */
  readonly layout?: AudioLayout | undefined;
  readonly metadata: AudioMetadata;
  readonly cover?: CoverImage | undefined;
  readonly sound: FinishedSound;
  readonly signal: AbortSignal;
  readonly commit: CommitFile;
}

/** Writes a file anew with other tags. Its audio is copied. */
type Retag = (file: TaggedFile) => Promise<void>;

const retagByFormat: Readonly<Record<AudioFormat, Retag | undefined>> = {
  mp3: retagMp3,
  m4b: retagM4b,
  opus: async (file) => await writeOpus(file.path, file),
  flac: async (file) => await writeFlac(file.path, file),
  // It has no tags.
  wav: undefined,
};

/**
 * Writes the files of a finished audiobook anew with other tags and another cover, without encoding: with the bytes that
 * encoding would give. Each file is replaced atomically. Throws `media-failed`, `output-failed` or `canceled`.
 */
export async function retagAudiobook(options: RetagOptions): Promise<void> {
  const { format, layout, cover, commit, signal } = options;
  const retag = retagByFormat[format];
  for (const file of retag === undefined ? [] : taggedFiles(options)) {
    throwIfCanceled(signal);
    await retag?.(file);
  }
  if (layout === 'chapters') await writeCover({ path: path.resolve(options.path), cover, commit });
}

function taggedFiles(options: RetagOptions): readonly TaggedFile[] {
  const { files, layout, sound, cover, signal, commit } = options;
  const { sampleRate, samples } = sound;
  const metadata = cleanMetadata(options.metadata);
  const total = files.length;
  const heard = sound.chapters.filter(
    ({ startSample }, index) => (sound.chapters[index + 1]?.startSample ?? samples) > startSample,
  );
  return files.map((file, index): TaggedFile => {
    const number = index + 1;
    const each = { path: file, cover, sampleRate, signal, commit };
    if (layout === 'chapters') {
      const track = trackOf(heard[index]?.title, { number, total });
      return { ...each, metadata, track, chapters: [] };
    }
    const part = total > 1 ? { part: { number, total } } : {};
    const chapters = chapterMarks(sound.chapters, samples);
    return { ...each, metadata: { ...metadata, ...part }, track: undefined, chapters };
  });
}
