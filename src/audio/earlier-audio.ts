import type { AudioFormat } from './audio-format.ts';
import { EarlierFiles } from './encoding/parts/earlier-files.ts';
import type { EarlierFile, FrameReader } from './encoding/parts/earlier-files.ts';
import { MpegSplitter } from './encoding/parts/frame-splitter.ts';
import { StreamedFrames } from './encoding/parts/streamed-frames.ts';
import { id3TagBytes } from './mp3/id3-tag-bytes.ts';
import { M4bFrames } from './mp4/m4b-frames.ts';
import { OggSplitter } from './ogg/ogg-splitter.ts';

const readers: Readonly<Partial<Record<AudioFormat, (path: string) => FrameReader>>> = {
  // The first frame of an MP3 has its length.
  mp3: (path) =>
    new StreamedFrames(path, { start: id3TagBytes, headFrames: 1, splitter: () => new MpegSplitter('MP3') }),
  opus: (path) => new StreamedFrames(path, { splitter: () => new OggSplitter() }),
  m4b: (path) => new M4bFrames(path),
};

/** Returns the encoded audio of finished files that `openAudioWriter` wrote, or undefined for a format that is not copied. */
export function openEarlierAudio(format: AudioFormat, files: readonly EarlierFile[]): EarlierFiles | undefined {
  const open = readers[format];
  return open && new EarlierFiles(files, open);
}
