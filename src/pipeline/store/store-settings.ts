import path from 'node:path';
import { z } from 'zod';
import type { ParsedSetting, Setting, Settings } from '../../core/settings.ts';

/** Folder of the segment store. */
export const cacheFolderSetting: Setting = {
  name: 'AUDIOBOOK_CACHE_DIR',
  description:
    'folder of the segment store and of the jobs of the service; unset: the user’s cache folder, or, for segments, a temporary one where that cannot be written',
};

/** Size limit of the segment store. The least recently used segments are removed beyond it. */
export const cacheLimitSetting: ParsedSetting<number> = {
  name: 'AUDIOBOOK_CACHE_LIMIT_GB',
  description: 'size limit of the segment store in gigabytes',
  default: '20',
  // `Infinity` is accepted: no limit.
  schema: z
    .string()
    .transform(Number)
    .refine((gigabytes) => gigabytes > 0),
  expected: 'a number of gigabytes above 0, for example 20',
};

/** Returns the folder of the segment store of this machine. */
export function segmentFolder(settings: Settings, cacheFolder: string): string {
  return path.join(path.resolve(settings.get(cacheFolderSetting) ?? cacheFolder), 'segments');
}
