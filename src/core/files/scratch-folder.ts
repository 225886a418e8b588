import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AudiobookError, systemCode } from '../errors.ts';

/** A new folder in the temporary folder of the system. Disposed of, it is deleted with everything in it. */
export interface ScratchFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a folder whose name begins with `prefix`. Throws `output-failed` when the temporary folder does not take it. */
export async function openScratchFolder(prefix: string): Promise<ScratchFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix)).catch((cause: unknown) => {
    const message = `The temporary folder ${tmpdir()} cannot be used (${systemCode(cause)}). Set TMPDIR to one that can.`;
    throw new AudiobookError('output-failed', message, { cause });
  });
  return {
    path: folder,
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
