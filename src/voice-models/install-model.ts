import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, throwIfCanceled } from '../core/errors.ts';
import { makeFolders } from '../core/files/make-folder.ts';
import { outputError } from '../core/files/output-error.ts';
import { requireSpace } from '../core/files/require-space.ts';
import { lockPath } from '../core/process/lock-path.ts';
import type { RetryNotice, RetryPolicy } from '../core/retry.ts';
import type { DownloadClient } from './download/download-client.ts';
import { bytesHere, downloadedPath, downloadFile } from './download/download-file.ts';
import { modelSources } from './download/model-sources.ts';
import { manifestName, modelsFolder, modelsOn } from './installed-models.ts';
import type { InstalledModel } from './installed-models.ts';
import { assembleModel, filesOf } from './prepare/assemble-model.ts';
import type { Shelf } from './shelf.ts';
import { downloadBytes, filesToDownload } from './voice-model.ts';
import type { DownloadableModel, ModelFile, VoiceModel } from './voice-model.ts';

/** Progress of an installation. */
export type InstallEvent =
  | { readonly type: 'download'; readonly bytes: number; readonly totalBytes: number }
  | { readonly type: 'retry'; readonly notice: RetryNotice }
  /** Another process installs the same model. */
  | { readonly type: 'wait' }
  | { readonly type: 'prepare' };

/** Surroundings of an installation. */
export interface InstallOptions {
  readonly dataFolder: string;
  readonly client: DownloadClient;
  /** Address or folder to take files from. Default: the addresses of the catalogue. */
  readonly mirror?: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: InstallEvent) => void) | undefined;
  readonly policy?: RetryPolicy | undefined;
}

/** An installed model, and whether it was there before. */
export interface Installation<Model extends DownloadableModel = VoiceModel> extends InstalledModel<Model> {
  readonly isNew: boolean;
}

/**
 * Downloads a model and puts it in place in one step. What was downloaded before a failure or a cancel is kept and continued
 * by the next call. Where another process installs the same model, waits for it. Throws `download-failed`, `output-failed`
 * for a full disk, and `bad-value` for a folder that cannot be written or is not a model's.
 */
export async function installModel<Model extends DownloadableModel>(
  shelf: Shelf<Model>,
  model: Model,
  options: InstallOptions,
): Promise<Installation<Model>> {
  const { dataFolder, signal } = options;
  const root = modelsFolder(dataFolder, shelf);
  await makeFolders(root).catch((thrown: unknown) => {
    throw outputError(thrown, root);
  });
  await removeStale(root);
  const work = workFolder(root, model.id);
  await using _ = await lockWhenFree(`${work}.lock`, model, options);
  const found = await findInstalled(shelf, dataFolder, model.id);
  if (found && (await isCurrent(shelf, found, model))) return { ...found, isNew: false };
  await requireRoomAt(path.join(root, model.id));
  await downloadAll(model, work, { ...options, preparedBytes: shelf.preparedBytes(model) });
  throwIfCanceled(signal);
  options.onEvent?.({ type: 'prepare' });
  const ready = await assembleModel(shelf, model, work, signal).catch((thrown: unknown) => {
    throw thrown instanceof AudiobookError ? thrown : outputError(thrown, work);
  });
  await replaceFolder(ready, path.join(root, model.id));
  await rm(work, { recursive: true, force: true, maxRetries: 3 });
  const installed = await findInstalled(shelf, dataFolder, model.id);
  if (!installed) throw new AudiobookError('internal', `${model.id} was installed, and its manifest cannot be read.`);
  return { ...installed, isNew: true };
}

/** Returns the folder of an unfinished installation. Only this program makes folders with such names. */
function workFolder(root: string, id: string): string {
  return path.join(root, `.${id}${workSuffix}`);
}

const workSuffix = '.audiobook-download';

/** An unfinished download that was not continued for this long is removed. */
const staleMs = 14 * 24 * 3600 * 1000;

async function removeStale(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith('.') || !name.endsWith(workSuffix)) continue;
    const folder = path.join(root, name);
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory() || Date.now() - found.mtimeMs < staleMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function lockWhenFree(
  lock: string,
  { name }: DownloadableModel,
  options: InstallOptions,
): Promise<AsyncDisposable> {
  const { signal, onEvent } = options;
  const busy = new AudiobookError('output-failed', `${name} is being installed by another process.`);
  for (;;) {
    try {
      return await lockPath(lock, {
        signal,
        onWaiting: () => onEvent?.({ type: 'wait' }),
        inUse: () => busy,
        // The files are checked before they are put in place, so a second process does no harm.
        onLost: () => undefined,
      });
    } catch (thrown) {
      if (thrown !== busy) throw thrown instanceof AudiobookError ? thrown : outputError(thrown, lock);
    }
  }
}

async function findInstalled<Model extends DownloadableModel>(
  shelf: Shelf<Model>,
  dataFolder: string,
  id: string,
): Promise<InstalledModel<Model> | undefined> {
  return (await modelsOn(shelf, dataFolder)).find(({ model }) => model.id === id);
}

/** The catalogue of another version of this program can have other files, and files can be lost. */
async function isCurrent<Model extends DownloadableModel>(
  shelf: Shelf<Model>,
  { model: present, folder }: InstalledModel<Model>,
  model: Model,
): Promise<boolean> {
  if (sumsOf(present) !== sumsOf(model)) return false;
  const found = await Promise.all(
    filesOf(shelf, model).map((name) => stat(path.join(folder, name)).catch(() => undefined)),
  );
  return found.every((file) => file !== undefined);
}

function sumsOf(model: DownloadableModel): string {
  return filesToDownload(model)
    .map(({ path: name, sha256 }) => `${name} ${sha256}`)
    .join();
}

/** A folder with a damaged manifest is replaced, any other is not ours. */
async function requireRoomAt(folder: string): Promise<void> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  if (names.length === 0 || names.includes(manifestName)) return;
  throw new AudiobookError('bad-value', `Cannot install into ${folder}: it holds other files. Move it away.`);
}

async function downloadAll(
  model: DownloadableModel,
  work: string,
  options: InstallOptions & { readonly preparedBytes: number },
): Promise<void> {
  const { client, mirror, signal, onEvent, policy } = options;
  const files = filesToDownload(model);
  await makeFolders(work).catch((thrown: unknown) => {
    throw outputError(thrown, work);
  });
  // A sign of life for `removeStale`.
  await writeFile(path.join(work, 'model'), `${model.id}\n`);
  await removeOthers(work, files);
  const here = await Promise.all(files.map(({ sha256 }) => bytesHere(work, sha256)));
  const doneBefore = here.reduce((sum, bytes) => sum + bytes, 0);
  const totalBytes = downloadBytes(model);
  await requireSpace([
    { folder: work, bytes: Math.max(0, totalBytes - doneBefore) + unpackedBytes(model) + options.preparedBytes },
  ]);
  let done = 0;
  for (const file of files) {
    const before = done;
    await downloadFile(
      {
        name: `${model.id}/${file.path}`,
        sources: modelSources(file, model.id, mirror),
        bytes: file.bytes,
        sha256: file.sha256,
      },
      {
        folder: work,
        client,
        signal,
        policy,
        onBytes: (bytes) => onEvent?.({ type: 'download', bytes: before + bytes, totalBytes }),
        onRetry: (notice) => onEvent?.({ type: 'retry', notice }),
      },
    );
    done += file.bytes;
  }
}

/** Removes parts of files that the catalogue no longer has. */
async function removeOthers(work: string, files: readonly ModelFile[]): Promise<void> {
  const kept = new Set(files.map(({ sha256 }) => path.basename(downloadedPath(work, sha256))));
  for (const name of await readdir(work)) {
    if (name === 'model' || kept.has(name.replace(/\.part$/u, ''))) continue;
    await rm(path.join(work, name), { recursive: true, force: true });
  }
}

function unpackedBytes({ archive }: DownloadableModel): number {
  return archive?.maxUnpackedBytes ?? 0;
}

async function replaceFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true, maxRetries: 3 });
  await rename(from, to).catch((thrown: unknown) => {
    throw outputError(thrown, to);
  });
}
