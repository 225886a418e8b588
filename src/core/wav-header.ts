/** Options of `wavHeader`. */
export interface WavHeaderOptions {
  /** Samples per second. */
  readonly sampleRate: number;
  /** Bytes of the samples. */
  readonly dataBytes: number;
  /** Chunks between the format and the samples. */
  readonly chunks?: readonly RiffChunk[] | undefined;
  /** Reserves room for sizes above 4 GB, so that the header has the same length for any size. Default: `false`. */
  readonly isGrowable?: boolean | undefined;
}

/** A piece of a RIFF file. `id` has four ASCII characters, `bytes` an even length. */
export interface RiffChunk {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Bytes of an `isGrowable` header without chunks. */
export const growableHeaderBytes = 12 + 36 + 24 + 8;

const maxRiffBytes = 0xff_ff_ff_ff;
const pcmFormat = 1;
const channels = 1;
const sampleBytes = 2;

/**
 * Returns everything of a WAV file that stands before its samples (mono, 16 bit). A growable header becomes RF64
 * (EBU Tech 3306) when the sizes do not fit 32 bits.
 */
export function wavHeader({ sampleRate, dataBytes, chunks = [], isGrowable = false }: WavHeaderOptions): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(pcmFormat, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * sampleBytes, 8);
  format.writeUInt16LE(sampleBytes, 12);
  format.writeUInt16LE(sampleBytes * 8, 14);
  const content = Buffer.concat([
    riffChunk({ id: 'fmt ', bytes: format }),
    ...chunks.map(riffChunk),
    chunkHead('data', Math.min(dataBytes, maxRiffBytes)),
  ]);
  const reservedBytes = isGrowable ? chunkHeadBytes + sizesBytes : 0;
  const riffBytes = 4 + reservedBytes + content.length + dataBytes;
  const isLarge = isGrowable && riffBytes > maxRiffBytes;
  if (isLarge) content.writeUInt32LE(maxRiffBytes, content.length - 4);
  return Buffer.concat([
    chunkHead(isLarge ? 'RF64' : 'RIFF', Math.min(riffBytes, maxRiffBytes)),
    Buffer.from('WAVE', 'latin1'),
    ...(isGrowable ? [largeSizes(isLarge, riffBytes, dataBytes)] : []),
    content,
  ]);
}

const sizesBytes = 28;
const chunkHeadBytes = 8;

/** The sizes in 64 bits, or as much room in a chunk that readers skip. */
function largeSizes(isLarge: boolean, riffBytes: number, dataBytes: number): Buffer {
  const bytes = Buffer.alloc(sizesBytes);
  if (!isLarge) return riffChunk({ id: 'JUNK', bytes });
  bytes.writeBigUInt64LE(BigInt(riffBytes), 0);
  bytes.writeBigUInt64LE(BigInt(dataBytes), 8);
  bytes.writeBigUInt64LE(BigInt(dataBytes / sampleBytes), 16);
  return riffChunk({ id: 'ds64', bytes });
}

function riffChunk({ id, bytes }: RiffChunk): Buffer {
  return Buffer.concat([chunkHead(id, bytes.length), bytes]);
}

function chunkHead(id: string, size: number): Buffer {
  const head = Buffer.alloc(chunkHeadBytes);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(size, 4);
  return head;
}
