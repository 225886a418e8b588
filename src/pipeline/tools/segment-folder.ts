import path from 'node:path';
import type { Settings } from '../../core/settings.ts';
import { cacheFolderSetting } from './settings.ts';

/** Returns the folder of the segment store of this machine. */
export function segmentFolder(settings: Settings, cacheFolder: string): string {
  return path.join(path.resolve(settings.get(cacheFolderSetting) ?? cacheFolder), 'segments');
}
