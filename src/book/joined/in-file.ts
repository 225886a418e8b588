import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';

/** Adds the name of a file to the error of work with it. */
export async function inFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const name = path.basename(file);
    if (!(thrown instanceof AudiobookError) || thrown.code === 'canceled' || thrown.message.includes(name))
      throw thrown;
    throw new AudiobookError(thrown.code, `${name}: ${thrown.message}`, { cause: thrown });
  }
}
