import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Cast } from '../../cast/cast-file.ts';
import { sourceName } from '../read/book-source.ts';
import type { BookSource } from '../read/book-source.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { AudiobookError, systemCode } from '../../core/errors.ts';

/**
 * The source of a cast: a file of this machine, which is kept up to date, or a text that a caller of the service sent. The own file of a
 * run is among its scripts, and nobody asked for it. `off`: the narrator speaks all.
 */
export type CastSource =
  | { readonly file: string; readonly isOwn?: boolean | undefined }
  | { readonly text: string }
  | { readonly off: true };

/** The values of the option for the cast file beside the book, and for none. */
const automaticCast = 'auto';
const noCast = 'off';

/** A cast as it was read. */
export interface ReadCast {
  /** Text of the file; empty when there is none yet. */
  readonly text: string;
  readonly cast: Cast;
  /** The file to keep it in. Undefined where nothing is kept. */
  readonly file?: string | undefined;
  /** Whether the file is among the scripts of the run. */
  readonly isOwn?: boolean | undefined;
}

/**
 * Returns the cast file of a book: `book.epub` → `book.cast.yaml`, beside it, or in the working folder for one from an address. That
 * of several files is named after their title.
 */
export function castPath(source: BookSource, workingFolder = '.'): string {
  const folder = source.address === undefined ? path.dirname(source.bookFile) : workingFolder;
  return path.join(folder, `${sourceName(source)}.cast.yaml`);
}

/** Returns what the option of the command line names: a file, or the one beside the book. */
export function castSource(
  value: string | undefined,
  source: BookSource,
  workingFolder?: string,
): CastSource | undefined {
  if (value === undefined) return undefined;
  // The command line has made a path of it.
  const name = path.basename(value);
  if (name === noCast) return { off: true };
  return { file: name === automaticCast ? castPath(source, workingFolder) : path.resolve(value) };
}

/** Returns what a form field holds: the text of a cast, `auto` for a new one, or `off` for none. */
export function sentCast(value: string | undefined): CastSource | undefined {
  if (value === undefined) return undefined;
  if (value.trim() === noCast) return { off: true };
  return { text: value.trim() === automaticCast ? '' : value };
}

/** Reports whether people get voices of their own because a caller wants it. */
export function isCastAsked(source: CastSource | undefined): boolean {
  return source !== undefined && !('off' in source) && !('isOwn' in source && source.isOwn === true);
}

/** Checks that a cast can be read and kept. Throws `bad-value` and `output-failed`. */
export async function checkCast(source: CastSource): Promise<void> {
  const { file, isOwn } = (await readCast(source)) ?? {};
  if (file !== undefined && !isOwn) await (await openAtomicFile(file))[Symbol.asyncDispose]();
}

/**
 * Reads a cast; a file that is still to be made is an empty one. Returns undefined for none. Throws `bad-value` when it cannot be read or
 * used.
 */
export async function readCast(source: CastSource): Promise<ReadCast | undefined> {
  if ('off' in source) return undefined;
  const { parseCast } = await import('../../cast/cast-file.ts');
  if ('text' in source) return { text: source.text, cast: parseCast(source.text, 'in the request') };
  const { file, isOwn = false } = source;
  const text = await readFile(file, 'utf8').catch(async (cause: unknown) => {
    const isFolder = isOwn || (await stat(path.dirname(file)).catch(() => undefined))?.isDirectory();
    if (systemCode(cause) === 'ENOENT' && isFolder) return '';
    throw new AudiobookError('bad-value', `The cast ${file} cannot be read (${systemCode(cause)}).`, { cause });
  });
  return { text, cast: parseCast(text, file), file, isOwn };
}
