import { copyFile, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../core/errors.ts';
import { cutToBytes } from '../core/strings/cut-to-bytes.ts';

/** Leaves room for a number and an extension in the 255 bytes of a name. */
const maxStemBytes = 180;

/**
 * Moves a file or folder into a folder, under its own name or the first free one: `book.epub`, `book (2).epub`. Nothing there
 * is replaced, also when several processes move at once. `onTarget` is called with the new path, which holds something empty then,
 * before the move. Returns the new path. Throws the error of the system, and what `onTarget` throws.
 */
export async function moveToFreeName(
  source: string,
  folder: string,
  onTarget?: (target: string) => Promise<void>,
): Promise<string> {
  const isFolder = (await stat(source)).isDirectory();
  const target = await reserveName(path.join(folder, path.basename(source)), isFolder);
  try {
    await onTarget?.(target);
    // Replaces what was just made here, and is empty.
    await rename(source, target);
  } catch (thrown) {
    if (isFolder || systemCode(thrown) !== 'EXDEV') {
      await (isFolder ? rmdir(target) : rm(target, { force: true })).catch(() => undefined);
      throw thrown;
    }
    await copyToOtherDisk(source, target);
  }
  return target;
}

/** Makes an empty file with the first free name: `note.txt`, `note (2).txt`. Returns its path. Throws the error of the system. */
export async function reserveFile(file: string): Promise<string> {
  return await reserveName(file, false);
}

async function reserveName(preferred: string, isFolder: boolean): Promise<string> {
  for (let number = 1; ; number += 1) {
    const target = numberedName(preferred, number);
    try {
      if (isFolder) await mkdir(target);
      else await (await open(target, 'wx')).close();
      return target;
    } catch (thrown) {
      if (systemCode(thrown) !== 'EEXIST') throw thrown;
    }
  }
}

/** Returns `book (2).epub` for `book.epub` and 2, and the path itself for 1. */
export function numberedName(file: string, number: number): string {
  if (number === 1) return file;
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${cutToBytes(name, maxStemBytes)} (${number})${ext}`);
}

/** `done` may be a link to another disk. */
async function copyToOtherDisk(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target);
  } catch (thrown) {
    await rm(target, { force: true }).catch(() => undefined);
    throw thrown;
  }
  await rm(source);
}
