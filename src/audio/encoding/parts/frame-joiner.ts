import { AudiobookError } from '../../../core/errors.ts';

/** Where two parts may be joined: after the beginning of the second one, as long as the first one goes on. */
export interface JointRule {
  /** Frames of audio that both parts have. */
  readonly frames: number;
  /** Returns how many frames of the first part stand before the second one. It is given the frames of both for the same audio. */
  readonly choose: (first: readonly Buffer[], second: readonly Buffer[]) => number;
}

/** Takes the frames of the whole audio, in order. Parts are counted from 0. */
export type TakeFrames = (frames: readonly Buffer[], part: number) => Promise<void>;

/** A part of the frames of the audio. */
export interface PartFrames {
  /** Returns them, and those behind its end. */
  frames(): AsyncIterable<readonly Buffer[]>;
  /** Returns how many belong to it. Too many until an encoder can have written the last one, and for the last part. */
  frameCount(): number;
}

/** Options of `FrameJoiner`. */
export interface JoinOptions {
  /** Default: two parts are joined where the second one begins. */
  readonly joint?: JointRule | undefined;
  readonly take: TakeFrames;
}

/** Joins the frames of parts. */
export class FrameJoiner {
  readonly #options: JoinOptions;
  #parts = 0;
  #before: PartFrames | undefined;
  #taken = 0;
  /** Frames behind a part. The next one has them, too, if there is one. */
  #behind: Buffer[] = [];

  constructor(options: JoinOptions) {
    this.#options = options;
  }

  /** Adds a part, from its beginning to behind its end. Throws `media-failed` when the part before was too short. */
  async addPart(part: PartFrames): Promise<void> {
    const { joint } = this.#options;
    this.#checkBefore();
    const before = this.#behind.slice(0, Math.min(joint?.frames ?? 0, part.frameCount()));
    this.#before = part;
    this.#parts += 1;
    this.#behind = [];
    this.#taken = 0;
    let beginning: Buffer[] = [];
    let isJoined = before.length === 0;
    for await (const frames of part.frames()) {
      const own = frames.slice(0, part.frameCount() - this.#taken);
      this.#taken += own.length;
      this.#behind.push(...frames.slice(own.length));
      beginning.push(...own);
      if (!isJoined && beginning.length < before.length) continue;
      const joined = isJoined ? beginning : this.#joined(before, beginning);
      isJoined = true;
      beginning = [];
      if (joined.length > 0) await this.#take(joined);
    }
    // The last part may be shorter than what the one before has of it.
    if (!isJoined) await this.#take(this.#joined(before, beginning));
  }

  /** Ends the audio with what the last part has behind its end. */
  async end(): Promise<void> {
    if (this.#behind.length > 0) await this.#take(this.#behind);
  }

  #checkBefore(): void {
    if (this.#before && this.#taken < this.#before.frameCount())
      throw new AudiobookError('media-failed', 'The encoder wrote less audio than it was given.');
  }

  async #take(frames: readonly Buffer[]): Promise<void> {
    await this.#options.take(frames, this.#parts - 1);
  }

  #joined(first: readonly Buffer[], second: readonly Buffer[]): readonly Buffer[] {
    const common = first.slice(0, second.length);
    const fromFirst = this.#options.joint?.choose(common, second.slice(0, common.length)) ?? 0;
    return [...first.slice(0, fromFirst), ...second.slice(fromFirst)];
  }
}
