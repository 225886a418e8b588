/** Splits the stream of an encoder into frames, each of which a decoder takes as a unit. */
export interface FrameSplitter {
  /** The bytes before the first frame, for streams that have them. */
  readonly headers?: readonly Buffer[] | undefined;
  /** Returns the frames that are complete with the next piece. Throws `media-failed` when it is another kind of stream. */
  add(chunk: Buffer): Buffer[];
  /** Throws `media-failed` when the stream ended inside a frame. */
  checkEnd(): void;
}
