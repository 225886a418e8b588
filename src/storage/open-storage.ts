import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalidValue } from '../core/errors.ts';
import type { RetryNotice } from '../core/retry.ts';
import type { Settings } from '../core/settings.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3/s3-storage.ts';
import type { S3Limits } from './s3/s3-client.ts';
import { storageSetting } from './storage-settings.ts';
import type { Storage } from './storage.ts';

/** Options of `openStorage`. */
export interface OpenStorageOptions {
  readonly settings: Settings;
  /** Called when a request failed and is sent again. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Waits of an S3 store. */
  readonly limits?: S3Limits | undefined;
}

/**
 * Opens the storage that the settings name, or returns undefined without one. Nothing is requested yet. Throws `bad-value` for an
 * address or a setting that is not valid, and `tool-missing` when the packages for S3 are not installed.
 */
export async function openStorage({ settings, ...options }: OpenStorageOptions): Promise<Storage | undefined> {
  const address = settings.get(storageSetting);
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'file:') return folderStorage(folderOf(url, address), address);
  if (url?.protocol === 's3:') return await s3Storage({ ...bucketOf(url, address), address, settings, ...options });
  throw badAddress(address);
}

function folderOf(url: URL, address: string): string {
  if (url.host !== '' || url.search !== '' || url.hash !== '' || url.pathname === '/') throw badAddress(address);
  try {
    return path.resolve(fileURLToPath(url));
  } catch (cause) {
    throw badAddress(address, cause);
  }
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;
const prefixPattern = /^(?:\/[\w.-]+)*\/?$/u;

function bucketOf(url: URL, address: string): { readonly bucket: string; readonly prefix: string } {
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.search === '' && url.hash === '';
  if (!isPlain || !bucketPattern.test(url.hostname) || !prefixPattern.test(url.pathname)) throw badAddress(address);
  const folders = url.pathname.split('/').filter((name) => name !== '');
  return { bucket: url.hostname, prefix: folders.map((name) => `${name}/`).join('') };
}

/** The address may hold a password where none belongs. */
function badAddress(address: string, cause?: unknown): Error {
  const shown = address.replace(/\/\/[^/@]*@/u, '//…@');
  return invalidValue(storageSetting.name, shown, 'file:///folder or s3://bucket/prefix', { cause });
}
