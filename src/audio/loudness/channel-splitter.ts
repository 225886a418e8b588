/**
 * Returns a function that splits interleaved 16-bit samples, in pieces of any length, into one array per channel. One channel may
 * share the memory of the piece.
 */
export function channelSplitter(count: number): (chunk: Buffer) => Int16Array[] {
  let remainder: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    const frames = Math.floor(bytes.length / (2 * count));
    const all = samplesOf(bytes, frames * count);
    remainder = Buffer.from(bytes.subarray(all.byteLength));
    if (count === 1) return [all];
    const channels = Array.from({ length: count }, () => new Int16Array(frames));
    for (const [channel, samples] of channels.entries()) {
      for (let frame = 0; frame < frames; frame += 1) samples[frame] = all[frame * count + channel] ?? 0;
    }
    return channels;
  };
}

/** Samples begin at even addresses. */
function samplesOf(bytes: Buffer, count: number): Int16Array {
  if (bytes.byteOffset % 2 === 0) return new Int16Array(bytes.buffer, bytes.byteOffset, count);
  const samples = new Int16Array(count);
  new Uint8Array(samples.buffer).set(bytes.subarray(0, samples.byteLength));
  return samples;
}
