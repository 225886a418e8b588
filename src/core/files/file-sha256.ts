import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Returns the SHA-256 of the content of a file, in hexadecimal digits. Throws the error of the system. */
export async function fileSha256(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash, { signal });
  return hash.digest('hex');
}
