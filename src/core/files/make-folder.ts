import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors.ts';
import { isFolder } from './is-folder.ts';
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

/**
 * Creates a folder and the missing ones around it. Throws the error of the system. Unlike `mkdir` of Node with `recursive`, it
 * ends where the system takes no folders and says that the path does not exist, as in `/proc`.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await makeOrFind(folder);
  } catch (thrown) {
    const parent = path.dirname(folder);
    if (systemCode(thrown) !== 'ENOENT' || parent === folder) throw thrown;
    await makeFolders(parent);
    await makeOrFind(folder);
  }
}

async function makeOrFind(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (thrown) {
    if (!(await isFolder(folder))) throw thrown;
  }
}
