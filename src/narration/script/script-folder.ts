import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** A script of a folder and the number of its chapter in the book. */
export interface NumberedScript {
  readonly number: number;
  readonly file: string;
}

/** Returns the scripts of a folder by chapter: those in use, without their sources and without scripts that no longer fit. */
export async function listScriptFiles(folder: string): Promise<readonly NumberedScript[]> {
  const scripts = path.join(folder, 'scripts');
  const names = await readdir(scripts).catch(() => []);
  const found = names.flatMap((name) => {
    const number = /^(\d{3,}) - (?!.*\.(?:source|edited-[0-9a-f]{8})\.md$).*\.md$/su.exec(name)?.[1];
    return number === undefined ? [] : [{ number: Number(number), file: path.join(scripts, name) }];
  });
  return found.toSorted((a, b) => a.number - b.number);
}
