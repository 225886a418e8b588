import { AudiobookError } from '../../../core/errors.ts';
import { AudioAhead } from './audio-ahead.ts';
import { Channel } from '../../../core/channel.ts';
import { sampleBytes } from '../../../core/pcm.ts';
import { pcmInputOptions } from '../audio-encoding.ts';
import type { EncodingOptions } from '../audio-encoding.ts';
import { ChapterCuts } from './chapter-cuts.ts';
import type { EncodedPart, PartSpan } from './encoded-part.ts';
import { EncoderPart } from './encoder-part.ts';
import { FrameJoiner } from './frame-joiner.ts';
import type { TakeFrames } from './frame-joiner.ts';
import type { PartCodec } from './part-codec.ts';
import { quietPlace } from './quiet-place.ts';
import { partGrid } from './part-grid.ts';
import type { PartGrid } from './part-grid.ts';
import { PartList } from './part-list.ts';
import { give } from './placed-part.ts';
import type { Piece, PlacedPart } from './placed-part.ts';

/** Parts that may be complete before the first one that is not, for each encoder. */
const partsAheadPerEncoder = 2;

/**
 * Encodes audio in parts, side by side where it arrives faster than one encoder takes it, and joins their frames. Each encoder also
 * gets the audio around its part, and what it makes of that is dropped: at a joint, two frames stand beside each other that were made
 * of the same audio. Where the parts begin depends on nothing but the format and the lengths of the chapters, so that the bytes do
 * not depend on the number of encoders, nor on how many of the parts an earlier file has.
 */
export class PartedEncoder implements AsyncDisposable {
  readonly #options: EncodingOptions;
  readonly #codec: PartCodec;
  readonly #grid: PartGrid;
  readonly #cuts: ChapterCuts;
  readonly #parts: PartList;
  readonly #joining = new Channel<PlacedPart>();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #joined: Promise<void>;
  /** Parts that take audio: one, or several at a joint. */
  #open: PlacedPart[] = [];
  /** The audio before the next part that its encoder needs, too. */
  #recent: Piece[] = [];
  #samples = 0;
  #nextStart = 0;
  /** Whether a chapter, or the sound, decided where the next part begins. */
  #isNextPlaced = true;
  readonly #ahead = new AudioAhead();
  readonly #joiner: FrameJoiner;
  #hasEnded = false;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(options: EncodingOptions, codec: PartCodec, take: TakeFrames) {
    const { sampleRate, signal, encoders } = options;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#options = options;
    this.#codec = codec;
    this.#grid = partGrid({ ...codec, sampleRate, partSeconds: encoders.partSeconds });
    this.#cuts = new ChapterCuts(this.#grid);
    this.#parts = new PartList(encoders.encoders * partsAheadPerEncoder);
    this.#joiner = new FrameJoiner({ take, maxFrames: () => this.#maxFrames() });
    this.#joined = this.#join();
  }

  /** Adds audio, which must not change afterwards. Resolves when there is room for more. Throws the failure of any encoder. */
  async write(samples: Int16Array): Promise<void> {
    this.#check();
    this.#ahead.push(samples);
    await this.#feed(this.#grid.quietSamples);
    await this.#options.encoders.room();
    this.#check();
  }

  /** Gives the encoders all audio but the last of it. */
  async #feed(heldSamples: number): Promise<void> {
    for (let next = this.#ahead.first(heldSamples); next; next = this.#ahead.first(heldSamples)) {
      if (next !== 'chapter') await this.#encode(next);
      else if (this.#cuts.isCut(this.#samples)) this.#cutAt(this.#samples);
      this.#ahead.shift();
    }
  }

  async #encode(samples: Int16Array): Promise<void> {
    const end = this.#samples + samples.length;
    const piece = { bytes: sampleBytes(samples), start: this.#samples, end };
    while (this.#nextStart < end) {
      if (this.#isNextPlaced) this.#openPart();
      else this.#placeNext();
    }
    for (const open of this.#open) give(piece, open, this.#grid.tailSamples);
    const neededFrom = this.#leadStart(Math.min(this.#nextStart, end));
    this.#recent = [...this.#recent, piece].filter((earlier) => earlier.end > neededFrom);
    this.#samples = end;
    await this.#close((open) => open.end + this.#grid.tailSamples <= end);
  }

  /** Moves the beginning of the next part to where it is quiet. */
  #placeNext(): void {
    const sound = this.#ahead.samples(this.#nextStart - this.#samples, this.#grid.quietSamples);
    this.#cutAt(this.#nextStart + quietPlace(sound, this.#grid.stepSamples));
  }

  /** Begins a chapter, and perhaps a part, with the next sample. */
  startChapter(): void {
    this.#ahead.push('chapter');
  }

  #cutAt(sample: number): void {
    const last = this.#parts.all.at(-1);
    if (last) last.end = sample;
    this.#nextStart = sample;
    this.#isNextPlaced = true;
  }

  /** Ends the audio. Resolves when its last frame was taken. */
  async end(): Promise<void> {
    await this.#feed(0);
    this.#hasEnded = true;
    await this.#close(() => true);
    this.#joining.end();
    await this.#joined;
    this.#check();
  }

  /** Input samples in a frame: see `AudioEncoding`. */
  get frameInput(): number {
    return this.#grid.frameInput;
  }

  /** The bytes before the first frame of the stream. Known with the first frame. */
  get headers(): readonly Buffer[] {
    return this.#parts.headers;
  }

  /** Returns the encoded samples from the beginning to a sample of the input. */
  outputSamples(sample: number): number {
    const { frameSamples, outputRate } = this.#codec;
    const parts = this.#parts.all;
    const index = Math.max(
      0,
      parts.findLastIndex(({ start }) => start <= sample),
    );
    const frames = parts.slice(0, index).reduce((sum, part) => sum + this.#framesOf(part.end - part.start), 0);
    const rest = sample - (parts[index]?.start ?? 0);
    return frames * frameSamples + Math.round((rest * outputRate) / this.#options.sampleRate);
  }

  /** Returns where the parts are in the frames. Call it once, after `end`. */
  encoded(): readonly EncodedPart[] {
    return this.#joiner.parts().map((part, index) => ({ key: this.#parts.all[index]?.part.key ?? '', ...part }));
  }

  /** Returns the parts, in order. Call it after `end`. */
  spans(): readonly PartSpan[] {
    return this.#parts.all.map(({ part: { isCopied }, start, end }) => ({
      isCopied,
      startSample: start,
      endSample: Math.min(end, this.#samples),
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stopParts();
    this.#joining.end();
    await this.#joined;
  }

  #openPart(): void {
    const { ffmpeg, sampleRate, encoders, earlier } = this.#options;
    const { outputOptions, splitter, trial } = this.#codec;
    const start = this.#nextStart;
    const leadStart = this.#leadStart(start);
    const part = new EncoderPart({
      ffmpeg,
      signal: this.#signal,
      inputOptions: pcmInputOptions(sampleRate),
      outputOptions,
      splitter,
      trial,
      dropFrames: this.#framesOf(start - leadStart),
      encoders,
      earlier,
    });
    const placed = { part, start, leadStart, end: start + this.#grid.partSamples };
    this.#nextStart = placed.end;
    this.#isNextPlaced = this.#grid.quietSamples === 0;
    this.#parts.add(placed);
    this.#joining.push(placed);
    for (const piece of this.#recent) give(piece, placed, this.#grid.tailSamples);
    this.#open.push(placed);
  }

  async #close(isComplete: (open: PlacedPart) => boolean): Promise<void> {
    const complete = this.#open.filter(isComplete);
    this.#open = this.#open.filter((open) => !complete.includes(open));
    for (const { part, start, end } of complete) await part.close(Math.min(end, this.#samples) - start);
  }

  /** Returns the first sample that the encoder of a part gets. */
  #leadStart(start: number): number {
    return Math.max(0, start - this.#grid.leadSamples);
  }

  /** Returns the frames of a part. Those of its chapters were rounded one by one. */
  #framesOf(samples: number): number {
    return Math.round(samples / this.#grid.frameInput);
  }

  /** Never rejects: a failure is thrown by the next `write` or `end`. */
  async #join(): Promise<void> {
    try {
      await this.#joinParts();
    } catch (thrown) {
      this.#failure = { thrown };
      await this.#stopParts();
    }
  }

  async #joinParts(): Promise<void> {
    for await (const placed of this.#joining) {
      const frameCount = (): number => this.#framesOf(placed.end - placed.start);
      await this.#joiner.addPart({ frames: () => placed.part.frames(), frameCount });
      this.#parts.joined();
    }
    await this.#joiner.end();
  }

  /** Frames that an encoder writes after the end of the audio are not needed. */
  #maxFrames(): number {
    const { framesUntil } = this.#codec;
    if (!this.#hasEnded || framesUntil === undefined) return Infinity;
    return framesUntil(this.outputSamples(this.#samples), this.headers);
  }

  async #stopParts(): Promise<void> {
    const reason = new AudiobookError('canceled', 'Canceled.');
    this.#stop.abort(reason);
    await this.#parts.stop(reason);
  }

  #check(): void {
    if (this.#failure) throw this.#failure.thrown;
  }
}
