import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemCode } from '../core/errors.ts';
import { voiceModelSchema } from './voice-model.ts';
import type { VoiceModel } from './voice-model.ts';

/** A model on this machine. */
export interface InstalledModel {
  readonly model: VoiceModel;
  /** Absolute path of the folder with its files. */
  readonly folder: string;
  /** Time of the installation, in ISO 8601. */
  readonly installed: string;
}

/** Name of the file that describes an installed model. It is written last, so a folder with it is complete. */
export const manifestName = 'model.json';

/** Reads a manifest. */
const manifestSchema = z.object({ installed: z.iso.datetime(), model: voiceModelSchema });

/** Returns the folder that holds a folder for each installed model. */
export function modelsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'voices');
}

/**
 * Returns the installed models, ordered by id. A folder whose manifest is damaged is left out and reported through
 * `onDamaged`, in one sentence that says what to do.
 */
export async function installedModels(
  dataFolder: string,
  onDamaged: (message: string) => void = () => {},
): Promise<readonly InstalledModel[]> {
  const root = modelsFolder(dataFolder);
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const ids = names.toSorted();
  const read = await Promise.all(ids.map(async (id) => ({ id, found: await readInstalled(path.join(root, id)) })));
  for (const { id, found } of read) {
    if (found !== 'damaged') continue;
    onDamaged(
      `The installed voice ${id} is damaged and is not used. Install it again: 'audiobook voices install ${id}'.`,
    );
  }
  return read.flatMap(({ found }) => (found === undefined || found === 'damaged' ? [] : found));
}

/** Returns undefined for a folder without a manifest, which is not ours. */
async function readInstalled(folder: string): Promise<InstalledModel | 'damaged' | undefined> {
  try {
    const text = await readFile(path.join(folder, manifestName), 'utf8');
    const { model, installed } = manifestSchema.parse(JSON.parse(text));
    return model.id === path.basename(folder) ? { model, folder, installed } : 'damaged';
  } catch (thrown) {
    return systemCode(thrown) === 'ENOENT' ? undefined : 'damaged';
  }
}
