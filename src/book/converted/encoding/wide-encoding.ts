const sampleBytes = 4096;

/** Returns whether a text is in UTF-16, and in which order: by its byte order mark, or by the zeros of spaces and line ends. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = Buffer.from(bytes.subarray(0, sampleBytes));
  const mark = start.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  if (!start.includes(0)) return undefined;
  const [even = 0, odd = 0] = [0, 1].map(
    (parity) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length,
  );
  if (Math.max(even, odd) < start.length / 40 || Math.min(even, odd) * 10 > Math.max(even, odd)) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}
