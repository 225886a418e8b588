import { AudiobookError } from '../../../core/errors.ts';

/** Returns an optional package that a language is read with. Throws `tool-missing`, with its name, where it is not installed. */
export async function optionalPackage<T>(name: string, language: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const message = `The package ${name}, which reads ${language}, is not installed. Install audiobook again with its optional packages.`;
    throw new AudiobookError('tool-missing', message, { cause });
  }
}
