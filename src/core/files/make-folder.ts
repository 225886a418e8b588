import { mkdir } from 'node:fs/promises';
import { systemCode } from '../errors.ts';
import { outputError } from './output-error.ts';

/** Creates a folder whose parent exists. Returns whether the folder is new. Throws as `outputError` maps the failure. */
export async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return false;
    throw outputError(thrown, folder);
  }
}
