import path from 'node:path';
import envPaths from 'env-paths';
import type { Setting, Settings } from '../core/settings.ts';

/** Folder of the installed voices. It is not the cache folder: voices survive when caches are emptied. */
export const dataFolderSetting: Setting = {
  name: 'AUDIOBOOK_DATA_DIR',
  description:
    'folder of the installed voices, from the environment or the configuration folder only; unset: the user’s data folder',
  // Models are run by a native engine: a file beside a book must not choose them.
  isProgram: true,
};

/** Returns the folder for data that the user keeps. It may not exist yet. */
export function dataFolder(settings: Settings): string {
  return path.resolve(settings.get(dataFolderSetting) ?? envPaths('audiobook', { suffix: '' }).data);
}
