import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../errors.ts';

/** A file that a run reads. */
export interface InputFile {
  /** Description for messages, such as `the book`. */
  readonly name: string;
  readonly path: string;
}

/** Throws `bad-value` when an output is one of the files that the run reads, under any name. */
export async function requireOtherFile(output: string, inputs: readonly InputFile[]): Promise<void> {
  for (const input of inputs) {
    if (!(await isSameFile(output, input.path))) continue;
    throw new AudiobookError('bad-value', `Cannot write ${output}: the run reads it as ${input.name}.`);
  }
}

/** Reports whether two paths lead to the same file, also through links and on file systems that ignore letter case. */
export async function isSameFile(first: string, second: string): Promise<boolean> {
  if (path.resolve(first) === path.resolve(second)) return true;
  const [one, other] = await Promise.all(
    [first, second].map((file) => stat(file, { bigint: true }).catch(() => undefined)),
  );
  if (!one || !other) return false;
  if (one.dev !== other.dev || one.ino !== other.ino) return false;
  // Some network file systems have no file numbers.
  return one.ino !== 0n || (await realpath(first)) === (await realpath(second));
}
