import type { FrameSplitter } from './frame-splitter.ts';
import type { RateTrial } from './tried-encoder.ts';

/** The encoding of a format in parts. */
export interface PartCodec {
  /** Options of ffmpeg. Its encoder and muxer must write what `splitter` reads. */
  readonly outputOptions: readonly string[];
  readonly outputRate: number;
  readonly frameSamples: number;
  /** Frames after which an encoder that begins in the middle of the audio writes what it would have written anyway. */
  readonly leadFrames: number;
  /** Frames of audio behind a part that its last frames depend on. */
  readonly tailFrames: number;
  /** Seconds behind the end of a part in whose quietest place the next one begins, unless a chapter begins it. Default: 0. */
  readonly quietSeconds?: number | undefined;
  readonly splitter: () => FrameSplitter;
  /** Shows whether an encoder keeps to its bitrate. Default: it does. */
  readonly trial?: RateTrial | undefined;
  /** Returns the frames that are needed for audio of this many encoded samples. Default: all that the encoder writes. */
  readonly framesUntil?: ((samples: number, headers: readonly Buffer[]) => number) | undefined;
}
