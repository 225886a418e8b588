import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../../core/errors.ts';

/** A config of this run. */
export interface FoundConfig {
  readonly file: string;
  /** Whether the user wrote it: in the user's configuration folder, or named on the command line. */
  readonly isOwn: boolean;
}

/** Folders of configs. */
export interface ConfigPlaces {
  /** Folder of the book, when one is named. */
  readonly bookFolder?: string | undefined;
  readonly workingFolder: string;
  readonly configFolder: string;
}

const program = 'audiobook.config.mjs';
const names = ['audiobook.config.json', 'audiobook.config.yaml', program];

/**
 * Returns the configs in descending precedence: beside the book, in the working folder, in the user's folder; one per folder.
 * A module runs when it is read, so that only the user's own counts. What is passed over is a warning.
 */
export async function findConfigs(
  { bookFolder, workingFolder, configFolder }: ConfigPlaces,
  warn: (message: string) => void,
): Promise<readonly FoundConfig[]> {
  const folders = [bookFolder, workingFolder, configFolder].flatMap((folder) => (folder ? [path.resolve(folder)] : []));
  const found: FoundConfig[] = [];
  for (const folder of new Set(folders)) {
    const isOwn = folder === path.resolve(configFolder);
    const [config, ...others] = await configsIn(folder, { isOwn, warn });
    if (config === undefined) continue;
    found.push({ file: config, isOwn });
    for (const other of others) warn(`${other} is ignored, because ${path.basename(config)} is beside it.`);
  }
  return found;
}

/** Returns a config that was named. Throws `file-not-found`. */
export async function namedConfig(file: string): Promise<FoundConfig> {
  if (!(await isFile(file))) throw new AudiobookError('file-not-found', `The config ${file} does not exist.`);
  return { file, isOwn: true };
}

async function configsIn(
  folder: string,
  { isOwn, warn }: { readonly isOwn: boolean; readonly warn: (message: string) => void },
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if (!(await isFile(file))) continue;
    if (name !== program || isOwn) files.push(file);
    else warn(`${file} is ignored, because it is a program. Name it with --config, or write JSON or YAML.`);
  }
  return files;
}

/** A device or a pipe might never end. */
async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ?? false;
}
