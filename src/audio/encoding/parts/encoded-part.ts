/** Frames in a finished file that were encoded by themselves. */
export interface EncodedPart {
  /** Hash of all that decides on the frames: the audio that the encoder was given, its options and its version. */
  readonly key: string;
  /** The first of them, counted from the first frame of the file. */
  readonly frame: number;
  readonly frames: number;
  /** SHA-256 of the frames and their lengths, hex. */
  readonly sha256: string;
}

/** Frames of a finished file, and what its stream has before all frames. */
export interface EarlierFrames {
  readonly frames: readonly Buffer[];
  readonly headers?: readonly Buffer[] | undefined;
}

/** Encoded audio of an earlier file. */
export interface EarlierParts {
  /** Returns the frames of a part, or undefined when there is none with this key or its frames were changed. */
  read(key: string): Promise<EarlierFrames | undefined>;
}

/** A part of the audio of a book, in samples from its beginning. */
export interface PartSpan {
  readonly startSample: number;
  readonly endSample: number;
  /** Whether its frames are those of an earlier file. */
  readonly isCopied: boolean;
}
