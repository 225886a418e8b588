import { open } from 'node:fs/promises';
import type { Pcm } from '../../core/pcm.ts';
import { wavHeader } from '../../core/wav-header.ts';

/** The name of the program in the WAV's list of information: `ISFT`, its length, the text with zeros at its end. */
const mark = Buffer.from('INFOISFT\u000A\0\0\0audiobook\0', 'latin1');

/** Returns a sample of a voice as a WAV file that names the program which made it. */
export function encodeSample({ samples, sampleRate }: Pcm): Uint8Array {
  const header = wavHeader({ sampleRate, dataBytes: samples.byteLength, chunks: [{ id: 'LIST', bytes: mark }] });
  return Buffer.concat([header, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

/** Reports whether a sample may be written to a path: nothing is there, or an empty file, or an earlier sample. */
export async function isSampleReplaceable(file: string): Promise<boolean> {
  await using handle = await open(file).catch(() => undefined);
  if (handle === undefined) return true;
  const start = Buffer.alloc(markedBytes);
  const { bytesRead } = await handle.read(start, 0, markedBytes, 0);
  return bytesRead === 0 || start.includes(mark);
}

/** The mark follows the format, which follows the name of the file type. */
const markedBytes = 12 + 24 + 8 + mark.length;
