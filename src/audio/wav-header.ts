/** RIFF, a chunk that is `ds64` in a file over 4 GB and `JUNK` in others, `fmt ` and the head of `data`. */
export const WAV_HEADER_BYTES = 12 + 36 + 24 + 8;

const MAX_RIFF_BYTES = 0xff_ff_ff_ff;

/** The head of a WAV of mono 16-bit samples; RF64 (EBU Tech 3306) when sizes do not fit 32 bits. */
export function wavHeader(samples: number, sampleRate: number): Buffer {
  const dataBytes = samples * 2;
  const riffBytes = WAV_HEADER_BYTES - 8 + dataBytes;
  const isBig = riffBytes > MAX_RIFF_BYTES;
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write(isBig ? 'RF64' : 'RIFF', 0, 'latin1');
  header.writeUInt32LE(isBig ? MAX_RIFF_BYTES : riffBytes, 4);
  header.write(isBig ? 'WAVEds64' : 'WAVEJUNK', 8, 'latin1');
  header.writeUInt32LE(28, 16);
  if (isBig) {
    header.writeBigUInt64LE(BigInt(riffBytes), 20);
    header.writeBigUInt64LE(BigInt(dataBytes), 28);
    header.writeBigUInt64LE(BigInt(samples), 36);
  }
  header.write('fmt ', 48, 'latin1');
  header.writeUInt32LE(16, 52);
  header.writeUInt16LE(1, 56);
  header.writeUInt16LE(1, 58);
  header.writeUInt32LE(sampleRate, 60);
  header.writeUInt32LE(sampleRate * 2, 64);
  header.writeUInt16LE(2, 68);
  header.writeUInt16LE(16, 70);
  header.write('data', 72, 'latin1');
  header.writeUInt32LE(isBig ? MAX_RIFF_BYTES : dataBytes, 76);
  return header;
}
