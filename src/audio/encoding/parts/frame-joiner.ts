import { createHash } from 'node:crypto';
import { AudiobookError } from '../../../core/errors.ts';
import type { EncodedPart } from './encoded-part.ts';
import { hashFrames } from './frame-hashes.ts';

/** Takes the frames of the whole audio, in order. */
export type TakeFrames = (frames: readonly Buffer[]) => Promise<void>;

/** A part of the frames of the audio. */
export interface PartFrames {
  /** Returns them, and those behind its end. */
  frames(): AsyncIterable<readonly Buffer[]>;
  /** Returns how many belong to it. Too many until an encoder can have written the last one, and for the last part. */
  frameCount(): number;
}

/** Options of `FrameJoiner`. */
export interface JoinOptions {
  readonly take: TakeFrames;
  /** Returns how many frames are needed. */
  readonly maxFrames: () => number;
}

/** Joins the frames of parts. */
export class FrameJoiner {
  readonly #options: JoinOptions;
  readonly #parts: Omit<EncodedPart, 'key'>[] = [];
  #hash = createHash('sha256');
  #frames = 0;
  /** The first frame of the part that is being added. */
  #partFrame = 0;
  #before: PartFrames | undefined;
  #taken = 0;
  /** Frames behind a part. The next one has them, too, if there is one. */
  #behind: Buffer[] = [];

  constructor(options: JoinOptions) {
    this.#options = options;
  }

  /** Adds a part, from its beginning to behind its end. Throws `media-failed` when the part before was too short. */
  async addPart(part: PartFrames): Promise<void> {
    this.#checkBefore();
    this.#endPart();
    this.#before = part;
    this.#behind = [];
    this.#taken = 0;
    for await (const frames of part.frames()) {
      const own = frames.slice(0, part.frameCount() - this.#taken);
      this.#taken += own.length;
      this.#behind.push(...frames.slice(own.length));
      if (own.length > 0) await this.#take(own);
    }
  }

  /** Ends the audio with what the last part has behind its end. */
  async end(): Promise<void> {
    if (this.#behind.length > 0) await this.#take(this.#behind);
    this.#endPart();
  }

  /** Returns where the parts are in the frames. Call it after `end`. */
  parts(): readonly Omit<EncodedPart, 'key'>[] {
    return this.#parts;
  }

  async #take(frames: readonly Buffer[]): Promise<void> {
    const { take, maxFrames } = this.#options;
    const needed = frames.slice(0, maxFrames() - this.#frames);
    this.#frames += needed.length;
    hashFrames(this.#hash, needed);
    await take(needed);
  }

  #endPart(): void {
    if (!this.#before) return;
    const frames = this.#frames - this.#partFrame;
    this.#parts.push({ frame: this.#partFrame, frames, sha256: this.#hash.digest('hex') });
    this.#hash = createHash('sha256');
    this.#partFrame = this.#frames;
  }

  #checkBefore(): void {
    if (this.#before && this.#taken < this.#before.frameCount())
      throw new AudiobookError('media-failed', 'The encoder wrote less audio than it was given.');
  }
}
