import { stat } from 'node:fs/promises';
import { AudiobookError } from '../errors.ts';
import { requireOtherFile } from './require-other-file.ts';
import type { InputFile } from './require-other-file.ts';

/** Rules that decide whether an output may be written. */
export interface TargetRules {
  readonly inputs: readonly InputFile[];
  /** Replaces a file, but never an input. Default: `false`. */
  readonly force?: boolean | undefined;
}

/**
 * Checks the output of a function that cannot know what made the file there. Throws `bad-value` when the output is one of the
 * inputs, under any name, or when a file with content is there and `force` is not set.
 */
export async function requireFreeTarget(output: string, { inputs, force = false }: TargetRules): Promise<void> {
  await requireOtherFile(output, inputs);
  if (force) return;
  const found = await stat(output).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) return;
  throw new AudiobookError(
    'bad-value',
    `${output} exists. Choose another output, or replace it with 'force' (--force).`,
  );
}
