import path from 'node:path';
import type { Setting, Settings } from '../../core/settings.ts';

/** Folder of the segment store. */
export const cacheFolderSetting: Setting = {
  name: 'AUDIOBOOK_CACHE_DIR',
  description:
    'folder of the segment store and of the jobs of the service; unset: the user’s cache folder, or, for segments, a temporary one where that cannot be written',
};

/** Returns the folder of the segment store of this machine. */
export function segmentFolder(settings: Settings, cacheFolder: string): string {
  return path.join(path.resolve(settings.get(cacheFolderSetting) ?? cacheFolder), 'segments');
}
