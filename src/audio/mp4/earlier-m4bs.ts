import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { EarlierParts, EncodedPart } from '../encoding/parts/encoded-part.ts';
import { aacPartSha256 } from './aac-part-hashes.ts';
import { boxAt, boxHeadBytes, childOf, childrenOf, readM4bHead } from './m4b-head.ts';

/** An M4B of an earlier run, and the parts that it was encoded in. */
export interface EarlierM4b {
  readonly path: string;
  readonly parts: readonly EncodedPart[];
}

interface Place extends EncodedPart {
  readonly file: OpenM4b;
}

/** Rows of a table begin behind version, flags and, for sizes, the size of all. */
const countAt = boxHeadBytes + 4;

/** Reads bare AAC frames from finished files that `openM4bEncoding` wrote. They stay open until it is disposed of. */
export class EarlierM4bs implements EarlierParts, AsyncDisposable {
  readonly #files: readonly OpenM4b[];
  readonly #places: ReadonlyMap<string, Place>;

  constructor(files: readonly EarlierM4b[]) {
    const opened = files.map(({ path, parts }) => ({ file: new OpenM4b(path), parts }));
    this.#files = opened.map(({ file }) => file);
    this.#places = new Map(
      opened.flatMap(({ file, parts }) => parts.map((part) => [part.key, { ...part, file }] as const)),
    );
  }

  async read(key: string): Promise<readonly Buffer[] | undefined> {
    const place = this.#places.get(key);
    // What cannot be read is encoded again.
    return await place?.file.read(place).catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.#files) await file[Symbol.asyncDispose]();
  }
}

interface FrameTable {
  readonly handle: FileHandle;
  readonly sizes: Uint16Array;
  /** Where the first frame begins. */
  readonly offset: number;
}

class OpenM4b implements AsyncDisposable {
  readonly #path: string;
  #table: Promise<FrameTable> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the frames of a part, or undefined when they were changed. */
  async read({ frame, frames, sha256 }: EncodedPart): Promise<readonly Buffer[] | undefined> {
    this.#table ??= openTable(this.#path);
    const { handle, sizes, offset } = await this.#table;
    const own = sizes.subarray(frame, frame + frames);
    const bytes = Buffer.alloc(total(own));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset + total(sizes.subarray(0, frame)));
    if (bytesRead < bytes.length || aacPartSha256(bytes, own) !== sha256) return undefined;
    let at = 0;
    return Array.from(own, (size) => bytes.subarray(at, (at += size)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const table = await this.#table?.catch(() => undefined);
    await table?.handle.close();
  }
}

/** Opens a file and reads where its frames are: they follow one another. */
async function openTable(path: string): Promise<FrameTable> {
  const { movie } = await readM4bHead(path);
  // The audio is the first track.
  const media = childOf(childOf(boxAt(movie, 0, path), 'trak', path), 'mdia', path);
  const rows = childrenOf(childOf(childOf(media, 'minf', path), 'stbl', path), path);
  const table = (type: string): Buffer => rows.find((row) => row.type === type)?.bytes ?? Buffer.alloc(0);
  const [sizeTable, near, far] = [table('stsz'), table('stco'), table('co64')];
  const sizes = Uint16Array.from({ length: sizeTable.readUInt32BE(countAt + 4) }, (_, index) =>
    sizeTable.readUInt32BE(countAt + 8 + index * 4),
  );
  const first = countAt + 4;
  const offset = near.length > 0 ? near.readUInt32BE(first) : Number(far.readBigUInt64BE(first));
  return { handle: await open(path), sizes, offset };
}

function total(sizes: Uint16Array): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
