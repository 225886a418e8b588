import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { FrameReader } from '../encoding/parts/earlier-files.ts';
import type { EarlierFrames } from '../encoding/parts/encoded-part.ts';
import { adtsFrame } from './adts.ts';
import { boxAt, boxHeadBytes, childOf, childrenOf, readM4bHead } from './m4b-head.ts';
import { sum } from '../../core/statistics.ts';

/** Rows of a table begin behind version, flags and, for sizes, the size of all. */
const countAt = boxHeadBytes + 4;
/** The sample rate stands behind version, flags and two times (ISO 14496-12, 8.4.2). */
const rateAt = boxHeadBytes + 12;
const longRateAt = boxHeadBytes + 20;

interface FrameTable {
  readonly handle: FileHandle;
  readonly sampleRate: number;
  readonly sizes: Uint16Array;
  /** Offset of the first frame. */
  readonly offset: number;
}

/** Reads the frames of an M4B that `openM4bEncoding` wrote, in ADTS as the encoder wrote them. */
export class M4bFrames implements FrameReader {
  readonly #path: string;
  #table: Promise<FrameTable> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async read(first: number, count: number): Promise<EarlierFrames> {
    this.#table ??= openTable(this.#path);
    const { handle, sampleRate, sizes, offset } = await this.#table;
    const own = sizes.subarray(first, first + count);
    const bytes = Buffer.alloc(total(own));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset + total(sizes.subarray(0, first)));
    if (bytesRead < bytes.length) return { frames: [] };
    let at = 0;
    return { frames: Array.from(own, (size) => adtsFrame(bytes.subarray(at, (at += size)), sampleRate)) };
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
  const head = childOf(media, 'mdhd', path).bytes;
  const sampleRate = head.readUInt32BE(head.readUInt8(boxHeadBytes) === 0 ? rateAt : longRateAt);
  const rows = childrenOf(childOf(childOf(media, 'minf', path), 'stbl', path), path);
  const table = (type: string): Buffer => rows.find((row) => row.type === type)?.bytes ?? Buffer.alloc(0);
  const [sizeTable, near, far] = [table('stsz'), table('stco'), table('co64')];
  const sizes = Uint16Array.from({ length: sizeTable.readUInt32BE(countAt + 4) }, (_, index) =>
    sizeTable.readUInt32BE(countAt + 8 + index * 4),
  );
  const first = countAt + 4;
  const offset = near.length > 0 ? near.readUInt32BE(first) : Number(far.readBigUInt64BE(first));
  return { handle: await open(path), sampleRate, sizes, offset };
}

function total(sizes: Uint16Array): number {
  return sum(sizes);
}
