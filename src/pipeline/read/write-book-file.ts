import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { AudiobookError } from '../../core/errors.ts';
import { requireOtherFile } from '../../core/files/require-other-file.ts';
import { resolveTarget } from '../../core/files/resolve-target.ts';

/** The output path of `writeBookFile`, and the files it may replace. */
export interface BookFileTarget {
  readonly bookFile: string;
  /** Its folder is made when the folder around that exists. */
  readonly output: string;
  /** Replaces a file with other content. Default: `false`. */
  readonly force?: boolean | undefined;
}

/**
 * Writes a file that was made from a book. A file with the same content stays. Throws `bad-value` when the output is the book
 * itself, or a file with other content that `force` does not give free; otherwise throws as `writeFileAtomic` does.
 */
export async function writeBookFile(content: string | Uint8Array, target: BookFileTarget): Promise<void> {
  const { bookFile, output, force = false } = target;
  await requireOtherFile(output, [{ name: 'the book', path: bookFile }]);
  const { kind } = await resolveTarget(output);
  if (kind === 'file' && !force) {
    const present = await readFile(output);
    if (present.equals(Buffer.from(content))) return;
    if (present.length > 0) {
      throw new AudiobookError('bad-value', `${output} exists and has other content. Use --force to replace it.`);
    }
  }
  await mkdir(path.dirname(output)).catch(() => undefined);
  await writeFileAtomic(output, content);
}
