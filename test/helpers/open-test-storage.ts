import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { OpenStorageOptions } from '../../src/storage/open-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Returns the settings of a storage in the bucket `books` of an S3 server. */
export function s3SettingsFor(url: string, address = 's3://books/shelf'): Readonly<Record<string, string>> {
  return {
    AUDIOBOOK_STORAGE: address,
    AWS_ENDPOINT_URL_S3: url,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
}

/** Returns the settings of a storage in a folder. */
export function folderSettingsFor(folder: string): Readonly<Record<string, string>> {
  return { AUDIOBOOK_STORAGE: pathToFileURL(folder).href };
}

/** Opens the storage of settings until the test ends. */
export async function openTestStorage(
  values: Readonly<Record<string, string>>,
  options: Omit<OpenStorageOptions, 'settings'> = {},
): Promise<Storage> {
  const storage = await openStorage({ settings: settingsFrom([values]), ...options });
  if (!storage) throw new Error('The settings name no storage.');
  onTestFinished(async () => await storage[Symbol.asyncDispose]());
  return storage;
}
