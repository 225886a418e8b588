import type { FrameReader } from '../encoding/parts/earlier-files.ts';
import { StreamedFrames } from '../encoding/parts/streamed-frames.ts';
import { OggSplitter } from './ogg-splitter.ts';

/** Returns what reads the packets of an Opus file that `openOpusEncoding` wrote. */
export function opusFrames(path: string): FrameReader {
  return new StreamedFrames(path, {
    start: async () => await Promise.resolve(0),
    headFrames: 0,
    splitter: () => new OggSplitter(),
  });
}
