/** A piece of a RIFF file. */
export interface WavChunk {
  readonly id: string;
  readonly bytes: Buffer;
  /** Offset of what follows it. */
  readonly end: number;
}

const firstChunkAt = 12;
const chunkHeadBytes = 8;

/** Returns the whole chunks of a WAV file, or of as much of its beginning as is given. */
export function wavChunks(file: Buffer): readonly WavChunk[] {
  const chunks: WavChunk[] = [];
  if (file.toString('latin1', 8, firstChunkAt) !== 'WAVE') return chunks;
  for (let at = firstChunkAt; at + chunkHeadBytes <= file.length;) {
    const end = at + chunkHeadBytes + file.readUInt32LE(at + 4);
    if (end > file.length) break;
    chunks.push({ id: file.toString('latin1', at, at + 4), bytes: file.subarray(at + chunkHeadBytes, end), end });
    at = end;
  }
  return chunks;
}
