import { isStandardOutput } from '../../../core/files/resolve-target.ts';
import { writeBookFile } from '../../../pipeline/read/write-book-file.ts';
import type { ProcessContext } from '../../process-context.ts';

/** Writes a text that was made of a book to a file, or to standard output. Throws as `writeBookFile` does. */
export async function writeText(
  { stdout }: ProcessContext,
  text: string,
  { output, ...target }: Omit<Parameters<typeof writeBookFile>[1], 'output'> & { readonly output: string | undefined },
): Promise<void> {
  if (output === undefined || isStandardOutput(output)) stdout.write(text);
  else await writeBookFile(text, { ...target, output });
}
