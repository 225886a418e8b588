import { AudiobookError } from '../../../core/errors.ts';
import { Channel } from '../../../core/channel.ts';
import { pcmInputOptions, sampleBytes } from '../audio-encoding.ts';
import type { EncodingOptions } from '../audio-encoding.ts';
import { EncoderPart } from './encoder-part.ts';
import { FrameJoiner } from './frame-joiner.ts';
import type { JointRule, TakeFrames } from './frame-joiner.ts';
import type { FrameSplitter } from './frame-splitter.ts';
import { partGrid } from './part-grid.ts';
import type { PartGrid } from './part-grid.ts';

/** How a format is encoded in parts. */
export interface PartCodec {
  /** Options of ffmpeg. Its encoder and muxer must write what `splitter` reads. */
  readonly outputOptions: readonly string[];
  readonly outputRate: number;
  readonly frameSamples: number;
  /** Frames after which an encoder that begins in the middle of the audio writes what it would have written anyway. */
  readonly leadFrames: number;
  /** Frames of audio behind a part that its last frames depend on. */
  readonly tailFrames: number;
  /** Default: two parts are joined where the second one begins. */
  readonly joint?: JointRule | undefined;
  readonly splitter: () => FrameSplitter;
}

/** Parts that may be complete before the first one that is not, for each encoder. */
const partsAheadPerEncoder = 2;

interface Piece {
  readonly bytes: Uint8Array;
  /** In samples from the beginning of the audio. */
  readonly start: number;
  readonly end: number;
}

interface OpenPart {
  readonly part: EncoderPart;
  /** Samples that its encoder gets. */
  readonly start: number;
  readonly end: number;
}

/**
 * Encodes audio in parts of a fixed length, side by side where it arrives faster than one encoder takes it, and joins their frames.
 * Each encoder also gets the audio around its part, and what it makes of that is dropped: at a joint, two frames stand beside each
 * other that were made of the same audio. Where the parts begin depends on nothing but the format, so that the bytes do not depend
 * on the number of encoders.
 */
export class PartedEncoder implements AsyncDisposable {
  readonly #options: EncodingOptions;
  readonly #codec: PartCodec;
  readonly #grid: PartGrid;
  readonly #parts: EncoderPart[] = [];
  readonly #joining = new Channel<EncoderPart>();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #joined: Promise<void>;
  /** Parts that take audio: one, or several at a joint. */
  #open: OpenPart[] = [];
  /** The audio before the next part that its encoder needs, too. */
  #recent: Piece[] = [];
  #samples = 0;
  #joinedParts = 0;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(options: EncodingOptions, codec: PartCodec, take: TakeFrames) {
    const { sampleRate, signal, encoders } = options;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#options = options;
    this.#codec = codec;
    this.#grid = partGrid({ ...codec, sampleRate, partSeconds: encoders.partSeconds });
    this.#joined = this.#join(take);
  }

  /** Adds audio, which must not change afterwards. Resolves when there is room for more. Throws the failure of any encoder. */
  async write(samples: Int16Array): Promise<void> {
    this.#check();
    const end = this.#samples + samples.length;
    const piece = { bytes: sampleBytes(samples), start: this.#samples, end };
    while (this.#parts.length * this.#grid.partSamples < end) this.#openPart();
    for (const open of this.#open) give(piece, open);
    for (const open of this.#open) if (open.end <= end) open.part.close();
    this.#open = this.#open.filter((open) => open.end > end);
    this.#recent = [...this.#recent, piece].filter((earlier) => earlier.end > this.#neededFrom());
    this.#samples = end;
    await this.#options.encoders.room();
    this.#check();
  }

  /** Ends the audio. Resolves when its last frame was taken. */
  async end(): Promise<void> {
    for (const { part } of this.#open) part.close();
    this.#joining.end();
    await this.#joined;
    this.#check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stopParts();
    this.#joining.end();
    await this.#joined;
  }

  #openPart(): void {
    const { ffmpeg, sampleRate, encoders } = this.#options;
    const { outputOptions, splitter } = this.#codec;
    const index = this.#parts.length;
    const start = this.#neededFrom();
    const part = new EncoderPart({
      ffmpeg,
      signal: this.#signal,
      inputOptions: pcmInputOptions(sampleRate),
      outputOptions,
      splitter: splitter(),
      dropFrames: index === 0 ? 0 : this.#grid.leadFrames,
      encoders,
    });
    this.#parts.push(part);
    this.#joining.push(part);
    this.#startParts();
    const open = { part, start, end: (index + 1) * this.#grid.partSamples + this.#tailSamples() };
    for (const piece of this.#recent) give(piece, open);
    this.#open.push(open);
  }

  /** Returns the first sample that the encoder of the next part gets. */
  #neededFrom(): number {
    return Math.max(0, this.#parts.length * this.#grid.partSamples - this.#grid.leadSamples);
  }

  #tailSamples(): number {
    const { frameSamples, tailFrames, joint, outputRate } = this.#codec;
    const frames = tailFrames + (joint?.frames ?? 0);
    return Math.ceil((frames * frameSamples * this.#options.sampleRate) / outputRate);
  }

  /** A part that is far ahead waits, so that few encoded frames are in memory. */
  #startParts(): void {
    const ahead = this.#options.encoders.encoders * partsAheadPerEncoder;
    for (const part of this.#parts.slice(this.#joinedParts, this.#joinedParts + ahead)) part.start();
  }

  /** Never rejects: a failure is thrown by the next `write` or `end`. */
  async #join(take: TakeFrames): Promise<void> {
    try {
      await this.#joinParts(take);
    } catch (thrown) {
      this.#failure = { thrown };
      await this.#stopParts();
    }
  }

  async #joinParts(take: TakeFrames): Promise<void> {
    const joiner = new FrameJoiner({ partFrames: this.#grid.partFrames, joint: this.#codec.joint, take });
    for await (const part of this.#joining) {
      await joiner.addPart(part.frames);
      this.#joinedParts += 1;
      this.#startParts();
    }
    await joiner.end();
  }

  async #stopParts(): Promise<void> {
    const reason = new AudiobookError('canceled', 'Canceled.');
    this.#stop.abort(reason);
    for (const part of this.#parts) await part.stop(reason);
  }

  #check(): void {
    if (this.#failure) throw this.#failure.thrown;
  }
}

/** Gives a part what a piece has of its audio. */
function give({ bytes, start, end }: Piece, open: OpenPart): void {
  const from = Math.max(start, open.start);
  const to = Math.min(end, open.end);
  if (from < to) open.part.add(bytes.subarray((from - start) * 2, (to - start) * 2));
}
