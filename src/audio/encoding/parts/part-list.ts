import type { EncoderPart } from './encoder-part.ts';
import type { PlacedPart } from './placed-part.ts';

/** A part and its place, in samples from the beginning of the audio. */
export interface ListedPart {
  /** Its encoder, or the facts about it when its frames are joined. */
  readonly part: Pick<EncoderPart, 'key' | 'isCopied'>;
  readonly start: number;
  /** A chapter can cut it short while it takes audio. */
  end: number;
}

/** The parts of the audio, in order. Of those whose frames are joined, it keeps neither the encoder nor anything it wrote. */
export class PartList {
  readonly #maxStarted: number;
  readonly #all: ListedPart[] = [];
  readonly #unjoined: PlacedPart[] = [];
  #firstHeaders: readonly Buffer[] | undefined;

  /** Of the parts that are not joined, as many as `maxStarted` may begin: another one waits, so that few encoded frames are in memory. */
  constructor(maxStarted: number) {
    this.#maxStarted = maxStarted;
  }

  get all(): readonly ListedPart[] {
    return this.#all;
  }

  /** The bytes before the first frame of the stream. Known with the first frame. */
  get headers(): readonly Buffer[] {
    return this.#firstHeaders ?? this.#unjoined[0]?.part.headers ?? [];
  }

  add(placed: PlacedPart): void {
    this.#all.push(placed);
    this.#unjoined.push(placed);
    this.#start();
  }

  /** The frames of the first part that was not joined are. */
  joined(): void {
    const first = this.#unjoined.shift();
    if (first === undefined) return;
    const { part, start, end } = first;
    const { key, isCopied, headers } = part;
    this.#firstHeaders ??= headers;
    this.#all[this.#all.indexOf(first)] = { part: { key, isCopied }, start, end };
    this.#start();
  }

  /** Gives up what is not encoded yet, and resolves when the encoders are gone. */
  async stop(reason: Error): Promise<void> {
    for (const { part } of this.#unjoined) await part.stop(reason);
  }

  #start(): void {
    for (const { part } of this.#unjoined.slice(0, this.#maxStarted)) part.start();
  }
}
