import type { ClipFormat } from '../audio-format.ts';
import { decodeSpeech } from '../ffmpeg/decode-speech.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { openMp3Encoding } from '../mp3/mp3-encoding.ts';
import { openM4bEncoding } from '../mp4/m4b-encoding.ts';
import type { AudioEncoding, EncodingOptions } from './audio-encoding.ts';
import { openChapterFiles } from './chapter-files-encoding.ts';
import type { OpenEncoding } from './chapter-files-encoding.ts';
import { estimateBytes } from '../files/estimate-bytes.ts';
import { EncoderPool } from './parts/encoder-pool.ts';

interface ClipEncoding {
  readonly extension: '.m4a' | '.mp3';
  readonly bitrate: string;
  readonly open: OpenEncoding;
}

/** The bitrates are enough for speech. */
const clipEncodings: Readonly<Record<ClipFormat, ClipEncoding>> = {
  aac: { extension: '.m4a', bitrate: '48k', open: openM4bEncoding },
  mp3: { extension: '.mp3', bitrate: '64k', open: openMp3Encoding },
};

/** Returns how many bytes the clips of an audiobook take. */
export function estimateClipBytes(format: ClipFormat, seconds: number): number {
  return estimateBytes(format === 'aac' ? 'm4b' : 'mp3', seconds, clipEncodings[format].bitrate);
}

/** Opens a folder with one file per chapter, for a read-along. The EPUB around the clips has the metadata. */
export async function openChapterClips(options: EncodingOptions, format: ClipFormat): Promise<AudioEncoding> {
  const { title } = options.metadata;
  const { extension, bitrate, open } = clipEncodings[format];
  // Encoders of its own: those of the book may wait for audio that is only added when the clips take theirs.
  const encoders = new EncoderPool(options.encoders);
  const metadata = { title, authors: [] };
  const bare = { ...options, encoders, bitrate, metadata, cover: undefined, commit: undefined };
  return await openChapterFiles({ ...bare, maxPartSeconds: Infinity }, extension, open);
}

/** Finished audio of a book, and where its chapters begin. */
export interface CutSource {
  /** Audio files in order. */
  readonly files: readonly string[];
  /** Beginning of each chapter in seconds, ascending, from the beginning of the first file. */
  readonly starts: readonly number[];
  /** Existing folder for the clips. */
  readonly folder: string;
  readonly format: ClipFormat;
}

/** Speech has nothing above 12 kHz that these bitrates would keep. In Hz. */
const sampleRate = 24_000;

/**
 * Cuts finished audio into one file per chapter and returns the files in order. Each ends where the next begins. Throws as
 * `decodeSpeech` does.
 */
export async function cutChapterClips(
  { files, starts, folder, format }: CutSource,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg; readonly signal: AbortSignal },
): Promise<string[]> {
  const metadata = { title: 'Chapter', authors: [] };
  const common = {
    bitrate: undefined,
    sampleRate,
    cover: undefined,
    maxPartSeconds: undefined,
    encoders: new EncoderPool({ sampleRate }),
    ffmpeg,
    signal,
  };
  await using clips = await openChapterClips({ ...common, metadata, path: folder }, format);
  const cuts = starts.map((seconds) => Math.round(seconds * sampleRate));
  let position = 0;
  let next = 0;
  const write = async (samples: Int16Array): Promise<void> => {
    for (let at = 0; at < samples.length;) {
      for (; next < cuts.length && (cuts[next] ?? 0) <= position; next += 1) clips.startChapter(`${next + 1}`);
      const end = next < cuts.length ? Math.min(samples.length, at + (cuts[next] ?? 0) - position) : samples.length;
      await clips.write(samples.slice(at, end));
      position += end - at;
      at = end;
    }
  };
  for (const file of files)
    await decodeSpeech(file, { ffmpeg, sampleRate, signal, onSound: async (pcm) => await write(pcm.samples) });
  await clips.end();
  const written = await clips.finish({ totalSamples: position, chapters: [], track: undefined });
  return written.map((file) => file.path);
}
