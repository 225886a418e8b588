import type { EarlierFrames, EarlierParts, EncodedPart } from './encoded-part.ts';
import { framesSha256 } from './frame-hashes.ts';

/** A file of an earlier run, and the parts that it was encoded in. */
export interface EarlierFile {
  readonly path: string;
  readonly parts: readonly EncodedPart[];
}

/** Reads frames of a finished file as its encoder wrote them. Opens the file when it is needed. */
export interface FrameReader extends AsyncDisposable {
  /** Returns frames, counted from the first of the audio: fewer where the file ends. Throws when it is not such a file. */
  read(first: number, count: number): Promise<EarlierFrames>;
}

interface Place extends EncodedPart {
  readonly reader: FrameReader;
}

/** Reads encoded audio from finished files that this program wrote. They stay open until it is disposed of. */
export class EarlierFiles implements EarlierParts, AsyncDisposable {
  readonly #readers: readonly FrameReader[];
  readonly #places: ReadonlyMap<string, Place>;

  constructor(files: readonly EarlierFile[], open: (path: string) => FrameReader) {
    const opened = files.map(({ path, parts }) => ({ reader: open(path), parts }));
    this.#readers = opened.map(({ reader }) => reader);
    this.#places = new Map(
      opened.flatMap(({ reader, parts }) => parts.map((part) => [part.key, { ...part, reader }] as const)),
    );
  }

  async read(key: string): Promise<EarlierFrames | undefined> {
    const place = this.#places.get(key);
    // Frames that cannot be read are encoded again.
    const found = await place?.reader.read(place.frame, place.frames).catch(() => undefined);
    return found && framesSha256(found.frames) === place?.sha256 ? found : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const reader of this.#readers) await reader[Symbol.asyncDispose]();
  }
}
