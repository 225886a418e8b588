import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Cast } from '../../cast/cast-file.ts';
import { sourceName } from '../read/book-source.ts';
import type { BookSource } from '../read/book-source.ts';
import { openAtomicFile } from '../../core/files/atomic-file.ts';
import { AudiobookError, systemCode } from '../../core/errors.ts';

/** The source of a cast: a file of this machine, which is kept up to date, or a text that a caller of the service sent. */
export type CastSource = { readonly file: string } | { readonly text: string };

/** The value of the option for the cast file beside the book. */
const automaticCast = 'auto';

/** A cast as it was read. */
export interface ReadCast {
  /** Text of the file; empty when there is none yet. */
  readonly text: string;
  readonly cast: Cast;
  /** The file to keep it in. Undefined where nothing is kept. */
  readonly file?: string | undefined;
}

/** Returns the cast file of a book: `book.epub` → `book.cast.yaml`, beside it. That of several files is named after their title. */
export function castPath(source: BookSource): string {
  return path.join(path.dirname(source.bookFile), `${sourceName(source)}.cast.yaml`);
}

/** Returns what the option of the command line names: a file, or the one beside the book. */
export function castSource(value: string | undefined, source: BookSource): CastSource | undefined {
  if (value === undefined) return undefined;
  // The command line has made a path of it.
  return { file: path.basename(value) === automaticCast ? castPath(source) : path.resolve(value) };
}

/** Returns what a form field holds: the text of a cast, or `auto` for a new one. */
export function sentCast(value: string | undefined): CastSource | undefined {
  if (value === undefined) return undefined;
  return { text: value.trim() === automaticCast ? '' : value };
}

/** Checks that a cast can be read and kept. Throws `bad-value` and `output-failed`. */
export async function checkCast(source: CastSource): Promise<void> {
  const { file } = await readCast(source);
  if (file !== undefined) await (await openAtomicFile(file))[Symbol.asyncDispose]();
}

/** Reads a cast; a file that is still to be made is an empty one. Throws `bad-value` when it cannot be read or used. */
export async function readCast(source: CastSource): Promise<ReadCast> {
  const { parseCast } = await import('../../cast/cast-file.ts');
  if ('text' in source) return { text: source.text, cast: parseCast(source.text, 'in the request') };
  const { file } = source;
  const text = await readFile(file, 'utf8').catch(async (cause: unknown) => {
    if (systemCode(cause) === 'ENOENT' && (await stat(path.dirname(file)).catch(() => undefined))?.isDirectory())
      return '';
    throw new AudiobookError('bad-value', `The cast ${file} cannot be read (${systemCode(cause)}).`, { cause });
  });
  return { text, cast: parseCast(text, file), file };
}
