import type { Archive } from '../epub/package/open-archive.ts';
import type { ReadLimits } from '../read-limits.ts';

/** Reads the picture of a cover; undefined when it is missing or too large. */
export async function readPicture(
  archive: Archive,
  picture: string | undefined,
  { coverBytes }: ReadLimits,
): Promise<Uint8Array | undefined> {
  const name = picture && archive.find(picture);
  return name && archive.size(name) <= coverBytes ? await archive.read(name, coverBytes) : undefined;
}
