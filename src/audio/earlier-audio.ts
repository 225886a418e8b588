import type { AudioFormat } from './audio-format.ts';
import { EarlierFiles } from './encoding/parts/earlier-files.ts';
import type { EarlierFile, FrameReader } from './encoding/parts/earlier-files.ts';
import { mp3Frames } from './mp3/mp3-frames.ts';
import { opusFrames } from './ogg/opus-frames.ts';
import { M4bFrames } from './mp4/m4b-frames.ts';

const readers: Readonly<Partial<Record<AudioFormat, (path: string) => FrameReader>>> = {
  mp3: mp3Frames,
  opus: opusFrames,
  m4b: (path) => new M4bFrames(path),
};

/** Returns the encoded audio of finished files that `openAudioWriter` wrote, or undefined for a format that is not copied. */
export function openEarlierAudio(format: AudioFormat, files: readonly EarlierFile[]): EarlierFiles | undefined {
  const open = readers[format];
  return open && new EarlierFiles(files, open);
}
