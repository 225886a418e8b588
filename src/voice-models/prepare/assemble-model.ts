import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { downloadedPath } from '../download/download-file.ts';
import { manifestName } from '../installed-models.ts';
import type { Shelf } from '../shelf.ts';
import type { DownloadableModel } from '../voice-model.ts';
import { unpackArchive } from './unpack-archive.ts';

/**
 * Makes the folder of a model from its downloaded files, in the folder of the downloads, and returns its path. The downloads
 * stay as they are, so an interrupted call is simply repeated.
 */
export async function assembleModel<Model extends DownloadableModel>(
  shelf: Shelf<Model>,
  model: Model,
  downloads: string,
  signal: AbortSignal,
): Promise<string> {
  const folder = path.join(downloads, 'ready');
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(folder);
  for (const { path: name, sha256 } of model.files) {
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await linkOrCopy(downloadedPath(downloads, sha256), target, shelf.changesFiles(model));
  }
  if (model.archive) {
    await unpackArchive(downloadedPath(downloads, model.archive.sha256), model.archive, folder, signal);
  }
  await shelf.prepare(model, folder);
  const manifest = { installed: new Date().toISOString(), model };
  await writeFile(path.join(folder, manifestName), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return folder;
}

/** Returns the paths of the files that an installed model must have. */
export function filesOf<Model extends DownloadableModel>(shelf: Shelf<Model>, model: Model): readonly string[] {
  return [
    ...model.files.map((file) => file.path),
    ...Object.keys(model.archive?.members ?? {}),
    ...shelf.preparedFiles(model),
  ];
}

/** Some file systems have no hard links. */
async function linkOrCopy(from: string, to: string, isChanged: boolean): Promise<void> {
  if (isChanged) return await copyFile(from, to);
  await link(from, to).catch(async () => await copyFile(from, to));
}
