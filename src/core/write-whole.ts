import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from './errors.ts';

/** Writes a file whole or not at all. Throws `file-not-found` for a missing folder, unless it is to be made, and `output-failed` otherwise. */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { makeFolder = false }: { readonly makeFolder?: boolean } = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    if (makeFolder) await mkdir(path.dirname(file), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const code = systemCode(cause) === 'ENOENT' ? 'file-not-found' : 'output-failed';
    throw new AudiobookError(code, `${file} cannot be written (${systemCode(cause)}).`, { cause });
  }
}
