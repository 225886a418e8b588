import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildEpub } from './epub-builder.ts';
import { shortBook } from './small-book.ts';

const script = fileURLToPath(new URL('ebook-convert.mjs', import.meta.url));

/** What a run of the stand-in was given. */
export interface StandInRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly pids: readonly number[];
  readonly reached?: boolean;
}

/** A folder with a program that behaves as calibre's does. */
export interface StandInCalibre {
  /** The PATH with the program in front. */
  readonly path: string;
  readonly runs: () => Promise<readonly StandInRun[]>;
}

/**
 * Writes a program `ebook-convert`, because calibre is too large for test machines. What it does is said by the book that it is
 * given: it makes an EPUB, the short book unless another is given, or it hangs, fails, writes without end, and so on.
 */
export async function standInCalibre(folder: string, epub?: Uint8Array): Promise<StandInCalibre> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const program = path.join(bin, 'ebook-convert');
  await writeFile(path.join(bin, 'made.epub'), epub ?? (await buildEpub(shortBook)));
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${script}" "${bin}" "$@"\n`);
  await chmod(program, 0o755);
  const log = path.join(bin, 'runs.jsonl');
  return {
    path: `${bin}${path.delimiter}${process.env['PATH']}`,
    runs: async () => {
      const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as StandInRun);
    },
  };
}

/** Returns the bytes of a Kindle book as far as its kind is told by them. */
export function mobi(does: string): Buffer {
  return Buffer.concat([Buffer.alloc(60, 'x'), Buffer.from(`BOOKMOBI ${does}`)]);
}
