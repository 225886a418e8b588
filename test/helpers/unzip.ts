import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** A file of a zip. */
export interface Unzipped {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isStored: boolean;
  readonly hasExtraFields: boolean;
}

/** Returns the files of a zip in their order. */
export async function unzip(file: string): Promise<Unzipped[]> {
  const zip = await fromBufferPromise(await readFile(file));
  const found: Unzipped[] = [];
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    const { fileName, compressionMethod, extraFields } = entry;
    found.push({ name: fileName, bytes, isStored: compressionMethod === 0, hasExtraFields: extraFields.length > 0 });
  }
  return found;
}

/** Returns the text of one file. */
export function textIn(files: readonly Unzipped[], name: string): string {
  const found = files.find((file) => file.name === name);
  if (!found) throw new Error(`${name} is not in the zip: ${files.map((file) => file.name).join(', ')}`);
  return found.bytes.toString('utf8');
}
