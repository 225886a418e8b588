import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { outputError } from '../core/files/output-error.ts';
import type { InstalledModel } from './installed-models.ts';

/** Removes an installed model. Its folder disappears in one step, so a run never finds half a model. */
export async function removeModel({ folder }: Pick<InstalledModel, 'folder'>): Promise<void> {
  const leaving = path.join(path.dirname(folder), `.${path.basename(folder)}.${process.pid}.audiobook-download`);
  await rename(folder, leaving).catch((thrown: unknown) => {
    throw outputError(thrown, folder);
  });
  await rm(leaving, { recursive: true, force: true, maxRetries: 3 });
}
