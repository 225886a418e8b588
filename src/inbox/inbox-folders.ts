import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from '../core/errors.ts';
import { makeFolder } from '../core/files/make-folder.ts';

/** The folders of an inbox. */
export interface InboxFolders {
  /** The folder in which books are dropped. */
  readonly inbox: string;
  /** Books in work, each in a folder that names the process at work. */
  readonly working: string;
  readonly done: string;
  readonly failed: string;
}

const marker = '.made-by-audiobook';
const markerText = 'This folder belongs to `audiobook watch` or `audiobook serve`: it holds the books in work.\n';

/** Returns the folders of an inbox. */
export function inboxFolders(inbox: string): InboxFolders {
  return {
    inbox,
    working: path.join(inbox, 'audiobook-inbox', 'working'),
    done: path.join(inbox, 'done'),
    failed: path.join(inbox, 'failed'),
  };
}

/**
 * Makes the folders of an inbox that are missing, but not the inbox. Throws `file-not-found` without an inbox, `bad-value` when
 * it is a file or holds a folder `audiobook-inbox` that is not ours, and what `makeFolder` throws.
 */
export async function prepareInbox({ inbox, working, done, failed }: InboxFolders): Promise<void> {
  await requireFolder(inbox);
  const own = path.dirname(working);
  await makeFolder(own);
  const names = await readdir(own);
  if (names.length > 0 && !names.includes(marker)) {
    const message = `${own} exists and was not made by this program. Rename it, or watch another folder.`;
    throw new AudiobookError('bad-value', message);
  }
  await writeFile(path.join(own, marker), markerText, { flag: 'wx' }).catch(ignoreExisting);
  await mkdir(working).catch(ignoreExisting);
  for (const folder of [done, failed]) {
    await makeFolder(folder);
    await requireFolder(folder);
  }
}

function ignoreExisting(thrown: unknown): void {
  if (systemCode(thrown) !== 'EEXIST') throw thrown;
}

/** Throws `file-not-found` for a folder that is not there, and `bad-value` for a file. */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((cause: unknown) => {
    const code = systemCode(cause);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new AudiobookError('file-not-found', `The folder ${folder} ${why}.`, { cause });
  });
  if (!found.isDirectory()) throw new AudiobookError('bad-value', `${folder} is not a folder.`);
}
