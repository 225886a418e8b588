import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { systemCode } from '../core/errors.ts';
import { voiceShelf } from './shelf.ts';
import type { Shelf } from './shelf.ts';
import type { DownloadableModel, VoiceModel } from './voice-model.ts';

/** A model on this machine. */
export interface InstalledModel<Model extends DownloadableModel = VoiceModel> {
  readonly model: Model;
  /** Absolute path of the folder with its files. */
  readonly folder: string;
  /** Time of the installation, in ISO 8601. */
  readonly installed: string;
  /**
   * Present for a model that came along in a package, whose folder may be read-only: absolute path of the folder for what is made
   * from it on this machine. It may not exist yet.
   */
  readonly madeIn?: string | undefined;
}

/** Returns the folder for what is made from a model on this machine: its own, unless that may be read-only. */
export function madeFolder({ folder, madeIn = folder }: Pick<InstalledModel, 'folder' | 'madeIn'>): string {
  return madeIn;
}

/** Name of the file that describes an installed model. It is written last, so a folder with it is complete. */
export const manifestName = 'model.json';

/** Returns the folder that holds a folder for each installed model of a shelf. */
export function modelsFolder(dataFolder: string, { folder }: Pick<Shelf<never>, 'folder'> = voiceShelf): string {
  return path.join(dataFolder, folder);
}

/** Returns the installed natural voices. As `modelsOn`. */
export async function installedModels(
  dataFolder: string,
  onDamaged?: (message: string) => void,
): Promise<readonly InstalledModel[]> {
  return await modelsOn(voiceShelf, dataFolder, onDamaged);
}

/**
 * Returns the installed models of a shelf, ordered by id. A folder whose manifest is damaged is left out and reported through
 * `onDamaged`, in one sentence that says what to do.
 */
export async function modelsOn<Model extends DownloadableModel>(
  shelf: Shelf<Model>,
  dataFolder: string,
  onDamaged: (message: string) => void = () => {},
): Promise<readonly InstalledModel<Model>[]> {
  const root = modelsFolder(dataFolder, shelf);
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const ids = names.toSorted();
  const read = await Promise.all(
    ids.map(async (id) => {
      const found = await readInstalled(path.join(root, id), shelf);
      const isOther = typeof found === 'object' && found.model.id !== id;
      return { id, found: isOther ? ('damaged' as const) : found };
    }),
  );
  for (const { id, found } of read) {
    if (found !== 'damaged') continue;
    onDamaged(
      `The installed ${shelf.noun} ${id} is damaged and is not used. Install it again: '${shelf.installCommand} ${id}'.`,
    );
  }
  return read.flatMap(({ found }) => (found === undefined || found === 'damaged' ? [] : found));
}

/**
 * Returns the model of a folder, `damaged` when its manifest cannot be used, and undefined for a folder without a manifest, which is
 * not ours.
 */
export async function readInstalled<Model extends DownloadableModel>(
  folder: string,
  { schema }: Shelf<Model>,
): Promise<InstalledModel<Model> | 'damaged' | undefined> {
  try {
    const manifest = z.object({ installed: z.iso.datetime(), model: schema });
    const { model, installed } = manifest.parse(JSON.parse(await readFile(path.join(folder, manifestName), 'utf8')));
    return { model, folder, installed };
  } catch (thrown) {
    return systemCode(thrown) === 'ENOENT' ? undefined : 'damaged';
  }
}
