import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileSha256 } from '../core/files/file-sha256.ts';
import { exists } from '../core/files/exists.ts';
import { outputError } from '../core/files/output-error.ts';
import { installedModels, manifestName, readInstalled } from './installed-models.ts';
import type { InstalledModel } from './installed-models.ts';
import { voiceShelf } from './shelf.ts';

/** Packages that bring a model along. Each has a manifest like that of an installed model, with addresses relative to it. */
const packageNames = ['audiobook-voice-kokoro'];

/**
 * Returns the natural voices of this machine: those that came along in a package, then those that were installed, of which a voice
 * is used before one of the same name that came along. Damaged ones are left out and reported as by `modelsOn`.
 */
export async function naturalModels(
  dataFolder: string,
  onDamaged?: (message: string) => void,
): Promise<readonly InstalledModel[]> {
  return [...(await includedModels(dataFolder, onDamaged)), ...(await installedModels(dataFolder, onDamaged))];
}

/**
 * Returns the models of the packages that are installed with this program. Only the sizes of their files are compared: reading a
 * hundred megabytes at each start would take longer than to begin to speak.
 */
export async function includedModels(
  dataFolder: string,
  onDamaged: (message: string) => void = () => {},
): Promise<readonly InstalledModel[]> {
  const folders = packageNames.flatMap((name) => packageFolder(name) ?? []);
  return (await Promise.all(folders.map((folder) => modelOfPackage(folder, dataFolder, onDamaged)))).flat();
}

/**
 * Returns the names of the files of a model that came along whose sums are not those of its manifest. Files of an installed one were
 * compared when they were downloaded, and may have been fitted to the engine since.
 */
export async function damagedFiles({ model, folder, madeIn }: InstalledModel): Promise<readonly string[]> {
  if (madeIn === undefined) return [];
  const damaged: string[] = [];
  for (const { path: name, sha256 } of model.files) {
    if ((await fileSha256(path.join(folder, name))) !== sha256) damaged.push(name);
  }
  return damaged;
}

/**
 * Makes what a model that came along needs beside its files, where it is not made yet. An installed one has it. Throws
 * `tool-missing` without the package that it is made from, and as `outputError` for a folder that cannot be written.
 */
export async function makeReady({ model, folder, madeIn = folder }: InstalledModel): Promise<void> {
  const needed = voiceShelf.preparedFiles(model).map((name) => path.join(madeIn, name));
  if (madeIn === folder || (await areThere(needed))) return;
  try {
    await mkdir(path.dirname(madeIn), { recursive: true });
    const work = await mkdtemp(`${madeIn}.`);
    await voiceShelf.prepare(model, work);
    // Another process may have been faster. Its files are the same.
    await rename(work, madeIn).catch(async (thrown: unknown) => {
      await rm(work, { recursive: true, force: true, maxRetries: 3 });
      if (!(await areThere(needed))) throw thrown;
    });
  } catch (thrown) {
    throw outputError(thrown, madeIn);
  }
}

async function areThere(files: readonly string[]): Promise<boolean> {
  return (await Promise.all(files.map(exists))).every(Boolean);
}

/** Returns the model in the folder of a package, in a list that is empty when it is damaged. As `includedModels`. */
export async function modelOfPackage(
  folder: string,
  dataFolder: string,
  onDamaged: (message: string) => void,
): Promise<readonly InstalledModel[]> {
  const found = await readInstalled(folder, voiceShelf);
  const damage = typeof found === 'object' ? await damageOf(found) : `its ${manifestName} cannot be read`;
  if (typeof found === 'object' && damage === undefined) return [included(found, dataFolder)];
  onDamaged(`The voice in ${folder} is damaged and is not used: ${damage}. Install audiobook again.`);
  return [];
}

/** Returns the folder of a package, or undefined where it was left out. */
function packageFolder(name: string): string | undefined {
  try {
    return path.dirname(createRequire(import.meta.url).resolve(`${name}/${manifestName}`));
  } catch {
    return undefined;
  }
}

async function damageOf({ model, folder }: InstalledModel): Promise<string | undefined> {
  for (const { path: name, bytes } of model.files) {
    const size = await stat(path.join(folder, name)).then(
      (file) => file.size,
      () => undefined,
    );
    if (size !== bytes) return `${name} has ${size ?? 'no'} bytes instead of ${bytes}`;
  }
  return undefined;
}

function included({ model, folder, installed }: InstalledModel, dataFolder: string): InstalledModel {
  const base = pathToFileURL(path.join(folder, manifestName));
  const files = model.files.map((file) => ({ ...file, url: new URL(file.url, base).href }));
  // What was made from another version must not be used with this one.
  const version = createHash('sha256').update(JSON.stringify(model)).digest('hex').slice(0, 16);
  const madeIn = path.join(dataFolder, 'included-voices', `${model.id}-${version}`);
  return { model: { ...model, files }, folder, installed, madeIn };
}
